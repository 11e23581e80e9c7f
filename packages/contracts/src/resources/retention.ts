/**
 * How long a tenant's records are kept. Defined in the tenant file; a kind without a number of days is kept for good.
 */
import { z } from 'zod';
import { wholeNumberSchema } from '../formats/primitives.js';

/** What can be deleted by age, in the order of deletion. */
export const retentionKinds = ['leads', 'messages'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** A month's caps are counted anew from its submissions when a time zone changes. */
const LONGER_THAN_A_MONTH_DAYS = 35;
const MOST_DAYS = 36_500;

function days(least: number) {
  return wholeNumberSchema.min(least).max(MOST_DAYS).optional();
}

/** Days after which finished records are deleted; unfinished records never are, however old. */
export const retentionSchema = z.strictObject(
  {
    leads: days(LONGER_THAN_A_MONTH_DAYS).describe(
      'Days since a lead last changed; everything about it goes with it.',
    ),
    messages: days(1).describe(
      "Days since a message or a conversation last changed, and since a change in this tenant's audit.",
    ),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no ${issue.keys.join(', ')}: there are two numbers of days, \`leads\` for everything about a lead and \`messages\` for messages and the audit`
        : undefined,
  },
);
export type Retention = z.infer<typeof retentionSchema>;
