/**
 * The orders of fields that are not that of the table. Problems of a body are told in its order, and documents, bodies
 * and the dashboard keep theirs, so none of these changes. A new field is not listed: it stands behind those that are.
 */
import type { Way } from './columns.js';
import {
  dataFieldNames,
  leadFields,
  rowOf,
  type DataFieldName,
  type LeadFieldName,
  type RespelledName,
  type SentFieldName,
  type TakenBy,
} from './lead-fields.js';

const contact = ['firstName', 'lastName', 'email', 'phone'] as const;
const ofNewLead: readonly LeadFieldName[] = [
  ...(['campaignId', 'leadId', ...contact, 'address', 'country', 'questionnaire'] as const),
  ...(['attribution', 'compliance', 'timezone', 'dateOfBirth', 'files', 'isTest'] as const),
];
const ofWays: Readonly<Record<Way, readonly LeadFieldName[]>> = {
  submit: [...ofNewLead, 'notes'],
  create: ofNewLead,
  repost: [
    ...([...contact, 'dateOfBirth', 'address', 'country', 'timezone', 'questionnaire'] as const),
    ...(['attribution', 'compliance'] as const),
  ],
  update: [
    ...([...contact, 'address', 'dateOfBirth', 'country', 'timezone', 'questionnaire'] as const),
    ...(['customFields', 'attribution', 'compliance', 'flags', 'notes', 'isTest'] as const),
  ],
};
const stored: readonly DataFieldName[] = [
  ...(['address', 'dateOfBirth', 'country', 'timezone', 'timezoneSource', 'files'] as const),
  ...(['questionnaire', 'attribution', 'compliance', 'flags'] as const),
];
const toBuyer: readonly DataFieldName[] = [...contact, 'dateOfBirth', 'country', 'timezone'];

/** `names`, beginning with those of `first` that are among them. */
export function inOrder<Name extends string>(
  names: readonly Name[],
  first: readonly Name[],
): readonly Name[] {
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
}

const all = Object.keys(leadFields) as LeadFieldName[];

/** The fields that a way takes, in the order of its body. */
export function takenBy<W extends Way>(way: W): readonly TakenBy<W>[] {
  const taken = all.filter((name) => rowOf(name).in[way] !== undefined);
  return inOrder(taken, ofWays[way]) as readonly TakenBy<W>[];
}

const isSent = (name: DataFieldName): name is SentFieldName => Object.keys(rowOf(name).in).length > 0;
const isRespelled = (name: DataFieldName): name is RespelledName =>
  ['name', 'email', 'phone'].includes(rowOf(name).kind);

/** The fields that are sent and may be stored in another spelling. */
export const respelledFields: readonly RespelledName[] = dataFieldNames.filter(isRespelled);

/** The other fields that are sent, in the order in which they are stored behind those. */
export const keptFields: readonly SentFieldName[] = inOrder(
  dataFieldNames.filter(isSent).filter((name) => !isRespelled(name)),
  stored.filter(isSent),
);

/** The fields that a buyer without mapped fields receives, in the order of the body. */
export const buyerFields: readonly DataFieldName[] = inOrder(
  dataFieldNames.filter((name) => rowOf(name).receivers.includes('buyers')),
  toBuyer,
);
