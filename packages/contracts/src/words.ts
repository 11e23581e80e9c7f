/**
 * The lists of words that both sides of a call name: schemas are built from them, and the dashboard's web app imports
 * them, with how money and times are written and what is a credential. It imports no library, so that a browser loads only
 * this.
 */

export * from './credentials/credential-names.js';
export * from './credentials/literal-credentials.js';
export * from './resources/secret-references.js';
export * from './spelling.js';
export * from './tenant-file/labels.js';
export * from './tenant-file/sections.js';

/** The roles of operators, who work on the installation; each role includes those before it. */
export const adminRoles = ['view', 'operate', 'administer'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** What a tenant is shown in place of a person or key of the installation. */
export const AN_OPERATOR = 'an operator of the installation';

/** The roles of the members of a tenant; none includes another. */
export const memberRoles = ['owner', 'manager', 'analyst', 'client', 'supplier'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** The roles that an admin key of a tenant may have. A supplier's keys are API keys. */
export const tenantKeyRoles = ['owner', 'manager', 'analyst', 'client'] as const;

/** The channels through which an operation is asked for. */
export const channels = ['session', 'admin key', 'command line'] as const;
export type Channel = (typeof channels)[number];

/** The outcomes of an audited operation. */
export const auditOutcomes = ['done', 'refused', 'failed', 'unknown'] as const;

/** The statuses that the pipeline sets. */
export const pipelineLeadStatuses = [
  'new',
  'pending',
  'processing',
  'qualified',
  'disqualified',
  'duplicate',
  'pending_action',
  'queued',
  'delivered',
  'rejected',
  'failed',
  'error',
] as const;

/** The statuses that only people set. */
export const humanLeadStatuses = [
  'contacted',
  'no_answer',
  'voicemail',
  'scheduled_callback',
  'no_contact',
  'document_sent',
  'pending_signature',
  'signed',
  'accepted',
  'returned',
] as const;

/** Every status of a lead. */
export const leadStatuses = [...pipelineLeadStatuses, ...humanLeadStatuses] as const;

/** The reasons of leads that people are alerted to. */
export const alertedReasons = ['quarantined', 'unknown_outcome'] as const;
export type AlertedReason = (typeof alertedReasons)[number];

/** What a buyer says about a lead whose outcome is unknown. */
export const buyerSayings = ['has_it', 'does_not_have_it'] as const;
export type BuyerSays = (typeof buyerSayings)[number];

/** The verdicts of a person who reviews a lead. */
export const reviewVerdicts = ['approved', 'rejected'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/**
 * The types of entries of the ledger: `sale` (a lead was placed), `milestone` (it reached a status that earns), `cost`
 * and `cost_reversal` (what its supplier is paid, and what it gives back), `return` (takes back a sale), `adjustment` (a
 * person's correction).
 */
export const ledgerTypes = ['sale', 'milestone', 'cost', 'cost_reversal', 'return', 'adjustment'] as const;
export type LedgerType = (typeof ledgerTypes)[number];

/** What a person decides about a requested return. */
export const returnDecisions = ['approved', 'denied', 'withdrawn'] as const;
export type ReturnDecision = (typeof returnDecisions)[number];

/** The states of a return that people see. A requested one is approved, denied or withdrawn, once. */
export const returnStatuses = ['requested', ...returnDecisions] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** What rows of a report may be grouped by. Their columns stand in the order in which they are asked for. */
export const reportKeys = [
  'day',
  'campaign',
  'placedCampaign',
  'client',
  'offer',
  'supplier',
  'subId1',
] as const;
export type ReportKey = (typeof reportKeys)[number];

/** On which day of a lead the numbers of a report count: when it came in, or when each thing happened. */
export const reportBases = ['received', 'occurred'] as const;
export type ReportBasis = (typeof reportBases)[number];

/** The time ranges of figures. */
export const historyRanges = ['hour', 'day', 'week'] as const;
export type HistoryRange = (typeof historyRanges)[number];

/** The time ranges of a buyer's calls: two hours by the minute, or a week by the hour. */
export const buyerRanges = ['hours', 'week'] as const;
export type BuyerRange = (typeof buyerRanges)[number];

/** Weekday names, Monday first as ISO 8601 numbers them. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/**
 * How a condition may compare a field: in words, and what it compares with, nothing, one value, some of which one has to
 * hold, the two ends of a range, or a value set.
 */
export const operatorWords = {
  equals: { words: 'is', takes: 'some' },
  not_equals: { words: 'is not', takes: 'some' },
  contains: { words: 'contains', takes: 'some' },
  not_contains: { words: 'does not contain', takes: 'some' },
  starts_with: { words: 'begins with', takes: 'some' },
  ends_with: { words: 'ends with', takes: 'some' },
  in: { words: 'is', takes: 'some' },
  not_in: { words: 'is none of', takes: 'some' },
  greater_than: { words: 'is more than', takes: 'some' },
  greater_than_or_equal: { words: 'is at least', takes: 'some' },
  less_than: { words: 'is less than', takes: 'some' },
  less_than_or_equal: { words: 'is at most', takes: 'some' },
  between: { words: 'is between', takes: 'pair' },
  not_between: { words: 'is not between', takes: 'pair' },
  exists: { words: 'is given', takes: 'none' },
  not_exists: { words: 'is not given', takes: 'none' },
  is_true: { words: 'is yes', takes: 'none' },
  is_false: { words: 'is no', takes: 'none' },
  matches: { words: 'matches the pattern', takes: 'some' },
  not_matches: { words: 'does not match the pattern', takes: 'some' },
  before: { words: 'is before', takes: 'some' },
  after: { words: 'is after', takes: 'some' },
  within_last: { words: 'is within the last', takes: 'one' },
  older_than: { words: 'is longer ago than', takes: 'one' },
  age_at_least: { words: 'is an age of at least', takes: 'one' },
  age_at_most: { words: 'is an age of at most', takes: 'one' },
  in_value_set: { words: 'is in the value set', takes: 'valueSet' },
  not_in_value_set: { words: 'is not in the value set', takes: 'valueSet' },
  file_ready: { words: 'is a file that is ready', takes: 'none' },
  file_status_equals: { words: 'is a file with the status', takes: 'some' },
} as const;
export type OperatorName = keyof typeof operatorWords;
