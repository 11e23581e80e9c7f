/**
 * How long a tenant's records are kept. Defined in the tenant file; a kind without a number of days is kept for good.
 */
import { z } from 'zod';
import { wholeNumberSchema } from './primitives.js';

/** The kinds that can be deleted by age, in the order of deletion: the largest first. */
export const retentionKinds = [
  'leads',
  'submissions',
  'decisions',
  'attempts',
  'effects',
  'messages',
  'audit',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/**
 * A month's caps are founded on its submissions, and a day's revenue is counted from its decisions, so both must
 * outlive every period.
 */
const LONGER_THAN_A_MONTH_DAYS = 35;
const MOST_DAYS = 36_500;

function days(least: number) {
  return wholeNumberSchema.min(least).max(MOST_DAYS).optional();
}

/** Days after which finished records are deleted; unfinished records never are, however old. */
export const retentionSchema = z.object({
  leads: days(LONGER_THAN_A_MONTH_DAYS).describe(
    'Days since a lead last changed; all that is kept about it goes with it.',
  ),
  submissions: days(LONGER_THAN_A_MONTH_DAYS).describe(
    'Days since a submission ended; its decisions, attempts and effects go with it.',
  ),
  decisions: days(LONGER_THAN_A_MONTH_DAYS).describe('Days since the submission that was decided on ended.'),
  attempts: days(1).describe('Days since the submission that was delivered ended.'),
  effects: days(1).describe(
    'Days since the submission that caused it ended, or since it ended when a person ordered it.',
  ),
  messages: days(1).describe('Days since a message or a conversation last changed.'),
  audit: days(1).describe('Days since the change of this tenant that an entry records.'),
});
export type Retention = z.infer<typeof retentionSchema>;
