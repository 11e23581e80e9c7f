/**
 * The trace of a decision: what was checked, on which values, with what verdict. It is written with the decision and
 * permanently answers why a lead went where it did.
 */
import { z } from 'zod';

/** The result of one check. `matched` and `unmatched` are for rules, `chosen` and `passed_over` for candidates. */
export const traceVerdictSchema = z.enum([
  'matched',
  'unmatched',
  'passed',
  'failed',
  'skipped',
  'chosen',
  'passed_over',
  'held',
]);
export type TraceVerdict = z.infer<typeof traceVerdictSchema>;

/** One check; a rule that consists of rules has theirs in `of`. */
export interface TraceEntry {
  /** The kind of check, e.g. `dedupe`, `condition`, `candidate`, `limit`, `schedule`, `response_rule`. */
  readonly looked: string;
  /** What was checked: a rule's name, a campaign code, a field key. */
  readonly at?: string;
  readonly verdict: TraceVerdict;
  /** Why, in words or as a reason code such as `inactive` or `daily_limit_full`. */
  readonly because?: string;
  /** The values that decided; personal data is shortened. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly of?: readonly TraceEntry[];
}

export type Trace = readonly TraceEntry[];

/** A trace entry in an answer. */
export const traceEntrySchema: z.ZodType<TraceEntry> = z
  .object({
    looked: z.string().describe('The kind of check.'),
    at: z.string().exactOptional().describe('What was checked: a rule, a campaign, a field.'),
    verdict: traceVerdictSchema.describe('The result of the check.'),
    because: z.string().exactOptional().describe('The reason.'),
    values: z.record(z.string(), z.unknown()).exactOptional().describe('The values it was decided on.'),
    get of() {
      return z.array(traceEntrySchema).exactOptional().describe('The checks that it consists of.');
    },
  })
  .meta({ id: 'TraceEntry' });
