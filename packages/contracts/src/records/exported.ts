/** The lines of an export of a tenant's records. */

/** The kinds of records that can be exported, in their order in an export. */
export const exportKinds = [
  'leads',
  'submissions',
  'decisions',
  'attempts',
  'effects',
  'messages',
  'interactions',
  'ledger',
  'returns',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The records to export: those of the tenant written at or after `since` and before `until`. */
export interface ExportRange {
  readonly tenantId: string;
  readonly kinds: readonly ExportKind[];
  readonly since?: Date;
  readonly until?: Date;
  /** A member of the tenant reads it, who is not shown who works on the installation. */
  readonly toMember?: boolean;
}

/** Paths that may contain personal data, by kind; all other fields are ids, times, statuses and amounts. */
export const personalPaths: Readonly<Record<ExportKind, readonly string[]>> = {
  leads: ['data', 'reason', 'subIds'],
  submissions: ['data', 'deliveryInfo', 'reason', 'subIds'],
  decisions: ['decision.trace', 'decision.reason'],
  attempts: ['url', 'outcome.answer', 'outcome.reason', 'ending'],
  effects: ['body', 'attempts'],
  messages: ['to', 'from', 'message', 'media'],
  interactions: ['phone', 'telephony', 'call', 'summary', 'transcript', 'errorMessage', 'externalId'],
  ledger: ['note', 'reference', 'subIds'],
  returns: ['reason', 'note', 'decisionNote', 'subIds'],
};

/** The first line: what follows, and which paths contain personal data. */
export interface ExportHead {
  readonly record: 'export';
  readonly version: 1;
  readonly tenantId: string;
  readonly kinds: readonly ExportKind[];
  readonly since?: string;
  readonly until?: string;
  readonly at: string;
  readonly personal: Readonly<Partial<Record<ExportKind, readonly string[]>>>;
}

/** The last line: how many records of each kind came before it. An export without it is incomplete. */
export interface ExportEnd {
  readonly record: 'end';
  readonly records: Readonly<Partial<Record<ExportKind, number>>>;
}

/** A record as stored, with dates in ISO 8601; `id` is its key without the tenant. */
export interface ExportedRecord extends Readonly<Record<string, unknown>> {
  readonly record: ExportKind;
  readonly id: string;
}

/** One line of an export. */
export type ExportLine = ExportHead | ExportedRecord | ExportEnd;
