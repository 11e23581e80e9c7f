/** Which leads and submissions need a person once they have come to rest. Lists, alerts and indexes go by it. */
import type { LeadStatus } from '../resources/lead-status.js';
import { alertedReasons, type AlertedReason } from '../words.js';
import type { OwnReason } from './own-reasons.js';

/** The reason of what was ended because it failed, or crashed its workers, too often. */
export const QUARANTINED = 'quarantined' satisfies OwnReason & AlertedReason;

/** The reason of an ending after an attempt of unknown outcome: the buyer may have the lead until a person resolves it. */
export const UNKNOWN_OUTCOME = 'unknown_outcome' satisfies OwnReason & AlertedReason;

/** The statuses in which a lead waits for a person, whatever the reason. */
export const statusesAwaitingPerson = [
  'error',
  'failed',
  'pending_action',
] as const satisfies readonly LeadStatus[];

/** What people are told of leads: a reason to be alerted to, or that they ended `failed` for any other. */
export const LEFT_FAILED = 'failed' satisfies LeadStatus;
export const attentionReasons = [...alertedReasons, LEFT_FAILED] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/**
 * The statuses in which they are. A buyer's no after an unknown outcome leaves a lead `rejected`; in any other status a
 * person has dealt with it.
 */
export const alertedStatuses = [
  ...statusesAwaitingPerson,
  'rejected',
] as const satisfies readonly LeadStatus[];

/**
 * A submission whose workers have died this many times in a row counts as crashing them. A single death also affects
 * others that were in progress.
 */
export const CRASHING_AFTER_DEATHS = 3;
