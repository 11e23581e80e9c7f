/**
 * A lead as ADF/XML 1.0, the Auto-lead Data Format that the systems of car dealers read: a request about a vehicle, a
 * customer, the dealer as vendor, and where the lead comes from as provider. It is pure; every value is escaped.
 */
import type { LeadData } from '@sluice/contracts';
import { fieldValue } from '../conditions/field-value.js';
import { namedTexts } from './form-body.js';
import type { OutgoingLead } from './lead-body.js';
import { textLine } from './text-line.js';
import { xmlSyntax } from '../templates/xml-syntax.js';

/** The provider of a lead whose source is not known. */
const PROVIDER = 'Sluice';

/**
 * Writes a lead as a document. `vendor` is the dealer's name. The provider is the lead's `utm_source`; year, make and
 * model of the vehicle are answers of these names, and empty without them, because the format requires a vehicle.
 * All answers stand in the customer's comments.
 */
export function adfDocument(lead: OutgoingLead, vendor: string): string {
  const valueOf = (...keys: readonly string[]) => {
    const source = { ...lead, isTest: lead.isTest ?? false, files: [] };
    return keys.map((key) => textOf(fieldValue(source, key))).find((text) => text !== '') ?? '';
  };
  const vehicle = ['year', 'make', 'model'].map((part) => leaf(part, valueOf(part, `vehicle_${part}`)));
  const provider = valueOf('utm_source') || PROVIDER;
  const prospect = [
    leaf('id', lead.leadId, { sequence: '1', source: PROVIDER }),
    leaf('requestdate', lead.acceptedAt.toISOString().replace(/\.\d+Z$/, '+00:00')),
    branch('vehicle', vehicle, { interest: 'buy' }),
    branch('customer', [branch('contact', contactOf(lead.data)), ...some('comments', commentsOf(lead))]),
    branch('vendor', [
      leaf('vendorname', vendor),
      branch('contact', [leaf('name', vendor, { part: 'full' })]),
    ]),
    branch('provider', [leaf('name', provider, { part: 'full' })]),
  ];
  const root = branch('adf', [branch('prospect', prospect, { status: 'new' })]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?adf version="1.0"?>\n${root.join('\n')}\n`;
}

/** An element as lines. */
type Lines = readonly string[];

function contactOf({ firstName, lastName, email, phone, address, country }: LeadData): readonly Lines[] {
  const names = [...some('name', firstName, { part: 'first' }), ...some('name', lastName, { part: 'last' })];
  const place = [
    ...some('street', address?.street, { line: '1' }),
    ...some('city', address?.city),
    ...some('regioncode', address?.state),
    ...some('postalcode', address?.zip),
    ...some('country', country),
  ];
  return [
    ...(names.length > 0 ? names : [leaf('name', '', { part: 'full' })]),
    ...some('email', email),
    ...some('phone', phone, { type: 'voice' }),
    ...(place.length > 0 ? [branch('address', place)] : []),
  ];
}

function commentsOf({ isTest, data }: OutgoingLead): string {
  const { questionnaire, unmatchedAnswers, customFields } = data;
  const answers = [questionnaire, { unmatchedAnswers }, customFields].flatMap((part) =>
    namedTexts(part ?? {}),
  );
  // A dealer must not mistake a test for a real person.
  return [
    ...(isTest === true ? ['This is a test lead.'] : []),
    ...answers.map(([name, value]) => textLine(name, value)),
  ].join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type Attributes = Readonly<Record<string, string>>;

function leaf(name: string, text: string, attributes?: Attributes): Lines {
  return [`<${name}${written(attributes)}>${xmlSyntax.follow().escape(text)}</${name}>`];
}

function some(name: string, text: string | undefined, attributes?: Attributes): readonly Lines[] {
  return text === undefined || text === '' ? [] : [leaf(name, text, attributes)];
}

function branch(name: string, inner: readonly Lines[], attributes?: Attributes): Lines {
  return [`<${name}${written(attributes)}>`, ...inner.flat().map((line) => `  ${line}`), `</${name}>`];
}

// Attributes have values of ours only.
function written(attributes: Attributes = {}): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
