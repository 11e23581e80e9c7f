/**
 * What a supplier has to know to send leads to a campaign, made from the declarations that the gateway itself works by.
 * It names no client, price, key, other supplier or campaign's name.
 */
import {
  errors,
  getSupplierLead,
  submitLead,
  type Condition,
  type DisqualificationGroup,
  type ErrorCode,
  type FieldLibraryEntry,
  type Offer,
  type PostedField,
  type ReasonClass,
  type Supplier,
  type SupplierOutcome,
  type ValueSet,
} from '@sluice/contracts';
import { notTakenWords } from '../explain/explain-campaign.js';
import type { Sentence } from '../explain/sentence.js';
import { postingFields, requiredValues } from './posting-fields.js';

/** What the instructions are made of. */
export interface PostingFacts {
  /** Where the gateway is reached, without a slash at its end. */
  readonly publicUrl: string;
  readonly campaignId: string;
  readonly supplier: Pick<Supplier, 'answerDetail'>;
  readonly offer: Pick<Offer, 'eligibilityCriteria'> | undefined;
  readonly groups: readonly DisqualificationGroup[];
  readonly valueSets: readonly ValueSet[];
  /** The tenant's whole field library. */
  readonly library: readonly FieldLibraryEntry[];
}

/** A sentence, and those that belong below it. */
export interface PostingWords {
  readonly text: string;
  readonly of?: readonly PostingWords[];
}

/** The instructions, as the page and the JSON have them. */
export interface PostingInstructions {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
    readonly required: boolean;
    readonly meaning: string;
  }[];
  readonly fields: readonly PostedField[];
  /** What the offer asks of a lead. */
  readonly eligibilityCriteria: readonly string[];
  /** The leads that are not taken. */
  readonly notTaken: readonly PostingWords[];
  readonly example: { readonly body: Readonly<Record<string, unknown>>; readonly curl: string };
  readonly answers: readonly { readonly status: number; readonly code?: string; readonly meaning: string }[];
  readonly test: string;
  readonly outcome: {
    readonly waiting: string;
    readonly asking: string;
    readonly method: string;
    readonly url: string;
    readonly curl: string;
    readonly outcomes: Readonly<Record<SupplierOutcome, string>>;
    readonly reasons?: Readonly<Record<ReasonClass, string>>;
  };
}

/** In place of a key, which is known to its holder only. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

const headers = [
  {
    name: 'X-API-Key',
    value: KEY_PLACEHOLDER,
    required: true,
    meaning: 'Your key. Keep it secret, and out of pages that browsers load.',
  },
  { name: 'Content-Type', value: 'application/json', required: true, meaning: 'The body is JSON in UTF-8.' },
  {
    name: 'Prefer',
    value: 'wait=5',
    required: false,
    meaning: 'Waits up to so many seconds, at most 10, for the outcome.',
  },
  {
    name: 'Idempotency-Key',
    value: 'a text of your own, one a lead',
    required: false,
    meaning:
      'A repeat under the same key and with the same body gets the first answer, and makes no second lead.',
  },
] as const;

/** Makes the instructions. */
export function postingInstructions(facts: PostingFacts): PostingInstructions {
  const { publicUrl, campaignId, supplier, offer, groups, library } = facts;
  const url = publicUrl + submitLead.path;
  const body = exampleBody(campaignId, library);
  const lead = publicUrl + getSupplierLead.path;
  return {
    method: submitLead.method,
    url,
    headers,
    fields: postingFields(campaignId, library),
    eligibilityCriteria: offer?.eligibilityCriteria ?? [],
    notTaken: groups
      .filter((group) => group.public === true && group.isActive !== false)
      .map((group) => untoned(notTakenWords(withValues(group, facts.valueSets)))),
    example: { body, curl: curlOf(submitLead.method, url, JSON.stringify(body, null, 2)) },
    answers: [
      { status: submitLead.successStatus, meaning: accepted },
      ...submitLead.errors.flatMap(refusals),
    ],
    test: 'With `isTest: true` a lead goes the whole way and is marked as a test: it is no duplicate of another and counts in no limit. The example below is one. Leave `isTest` out of real leads.',
    outcome: {
      waiting:
        'With `Prefer: wait=5` the answer comes once the outcome is known, at the latest after 5 seconds. It has `Preference-Applied: wait=5` and, in `data`, `outcome`. Without that header in it the lead was taken, and its outcome is asked for.',
      asking: 'Any time later, with the same key:',
      method: getSupplierLead.method,
      url: lead,
      curl: curlOf(getSupplierLead.method, lead.replace('{leadId}', 'LEAD_ID')),
      outcomes,
      ...(supplier.answerDetail === 'reason' && { reasons }),
    },
  };
}

const accepted =
  'The lead is kept. `data.leadId` and `data.submissionId` name it from now on, for your questions and ours.';

const outcomes: Readonly<Record<SupplierOutcome, string>> = {
  accepted: 'The lead was taken.',
  duplicate: 'The person is known already.',
  pending: 'Not decided yet; ask again later.',
  rejected: 'The lead was not taken, or was returned.',
};

const reasons: Readonly<Record<ReasonClass, string>> = {
  invalid: 'A field breaks a rule of the table above.',
  duplicate: 'The person is known already.',
  filtered: 'The lead does not meet what is asked of it.',
  capped: 'No more leads are taken for now.',
  suppressed: 'The person is not to be contacted.',
  consent: 'The consent could not be confirmed.',
  returned: 'The lead was taken and returned later.',
  not_wanted: 'Nobody wanted the lead.',
  error: 'Something went wrong on our side.',
};

/** What each refusal means to who posts; one that is not here has its message. */
const meanings: Readonly<Partial<Record<ErrorCode, string>>> = {
  VALIDATION_ERROR:
    'Something in the body is missing or wrong: `error.details` names each field. Correct it and send it again.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON, or Content-Type does not say so.',
  UNAUTHORIZED: 'The key is missing, mistyped, expired or revoked.',
  FORBIDDEN:
    'The key may not do this: another campaign, a `leadId`, an address that is not yours, or your account is paused.',
  IDEMPOTENCY_CONFLICT:
    'The first request under this Idempotency-Key is not answered yet. Repeat it after `Retry-After` seconds.',
  RATE_LIMITED: 'Too many requests. Repeat it after `Retry-After` seconds.',
  INTERNAL_ERROR: 'A fault of ours. Repeat it under the same Idempotency-Key.',
  SERVICE_UNAVAILABLE: 'Nothing was accepted. Repeat it after `Retry-After` seconds.',
};

function refusals(code: ErrorCode): PostingInstructions['answers'] {
  const { status, message } = errors[code];
  const another = { status: 422, code, meaning: 'The Idempotency-Key was used with another body.' };
  return [
    { status, code, meaning: meanings[code] ?? message },
    ...(code === 'IDEMPOTENCY_CONFLICT' ? [another] : []),
  ];
}

// The declared example, as a test, with what the library requires.
function exampleBody(campaignId: string, library: readonly FieldLibraryEntry[]): Record<string, unknown> {
  const body: Record<string, unknown> = {
    ...submitLead.examples.body,
    campaignId,
    questionnaire: {},
    attribution: { subId1: 'site-17', captureUrl: 'https://www.example.com/form' },
    isTest: true,
  };
  for (const [place, value] of requiredValues(library)) {
    const [section = '', ...keys] = place.split('.');
    const key = keys.pop();
    if (key === undefined) body[section] = value;
    else entryAt(body, [section, ...keys])[key] = value;
  }
  return body;
}

function entryAt(body: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  return path.reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, body);
}

function curlOf(method: string, url: string, body?: string): string {
  const sent = headers.filter(
    ({ required, name }) =>
      name === 'X-API-Key' || (body !== undefined && required) || (body !== undefined && name === 'Prefer'),
  );
  return [
    `curl -sS -X ${method} ${quoted(url)}`,
    ...sent.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

// As one word of a POSIX shell.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const MOST_VALUES = 50;

// A value set is a name of ours: its values are said, or how many there are.
function withValues(group: DisqualificationGroup, valueSets: readonly ValueSet[]): DisqualificationGroup {
  const said = (condition: Condition): Condition => {
    if (condition.valueSetId === undefined) return condition;
    const { values = [] } = valueSets.find((one) => one.valueSetId === condition.valueSetId) ?? {};
    if (values.length === 0 || values.length > MOST_VALUES)
      return { ...condition, valueSetId: `of ${values.length} values` };
    const operator = condition.operator === 'in_value_set' ? 'in' : 'not_in';
    return { ...condition, operator, value: values, valueSetId: undefined };
  };
  const subRules = group.subRules.map((rule) => ({ ...rule, conditions: rule.conditions.map(said) }));
  return { ...group, subRules };
}

function untoned({ text, of }: Sentence): PostingWords {
  return of === undefined ? { text } : { text, of: of.map(untoned) };
}
