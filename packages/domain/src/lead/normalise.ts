/** Normalises the data that was sent: one spelling for each value, with the sent one stored beside it. */
import {
  canonicalEmail,
  dataFields,
  keptFields,
  respelledFields,
  trimInvisible,
  type DataFieldName,
  type FieldKind,
  type LeadData,
  type SentFieldName,
} from '@sluice/contracts';
import type { LeadInput, SentKinds } from './lead-input.js';
import { normalisePhone } from './phone.js';
import { readQuestionnaire, type FieldNames } from './questionnaire.js';
import { withoutUndefined } from './without-undefined.js';

/**
 * Normalises a lead (§2.4): names trimmed, email in its canonical spelling, phone in E.164 (region: `country`, or else
 * US), answers under field keys. The sent form of changed values is kept in `asSent`, answers without a field in `unmatchedAnswers`;
 * nothing is lost.
 */
export function normaliseLead(input: LeadInput, fields: FieldNames): LeadData {
  const respelled = normalised(input, respelledFields, fields);
  return { ...respelled, ...asSentOf(input, respelled), ...normalised(input, keptFields, fields) };
}

interface Context {
  readonly country: string | undefined;
  readonly fields: FieldNames;
}

/** What is stored of a value that was sent, under which names; a value may say something beside itself. */
type Normalise<Sent> = (sent: Sent, name: SentFieldName, context: Context) => Members;
type Members = Readonly<Partial<Record<DataFieldName, unknown>>>;

function asItIs(sent: unknown, name: SentFieldName): Members {
  return { [name]: sent };
}

const byKind: { readonly [Kind in FieldKind]: Normalise<SentKinds[Kind]> } = {
  text: asItIs,
  truth: asItIs,
  list: asItIs,
  map: asItIs,
  notes: asItIs,
  name: (sent, name) => ({ [name]: trimInvisible(sent) }),
  email: (sent, name) => ({ [name]: canonicalEmail(sent) }),
  phone: (sent, _name, { country }) => normalisePhone(sent, country),
  parts: (sent, name) => ({ [name]: withoutUndefined(sent) }),
  answers: (sent, _name, { fields }) => readQuestionnaire(sent, fields),
};

function normalised(input: LeadInput, names: readonly SentFieldName[], fields: FieldNames): LeadData {
  const context = { country: input.country, fields };
  const members = names.flatMap((name) => {
    const normalise = byKind[dataFields[name].kind] as Normalise<unknown>;
    return input[name] === undefined ? [] : Object.entries(normalise(input[name], name, context));
  });
  return Object.fromEntries(members);
}

function asSentOf(input: LeadInput, stored: LeadData): Pick<LeadData, 'asSent'> {
  const changed = respelledFields.filter((name) => stored[name] !== input[name]);
  if (changed.length === 0) return {};
  return { asSent: Object.fromEntries(changed.map((name) => [name, input[name]])) };
}
