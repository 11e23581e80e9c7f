/**
 * The trace of a decision: what was looked at, on which values, with what verdict.
 * It is written with the decision and answers "why did this lead go there?" for good.
 */
import { z } from 'zod';

/** How one look ended. `matched`/`unmatched` speak of rules, `chosen`/`passed_over` of candidates. */
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

/** One thing that was looked at; a rule made of rules carries theirs in `of`. */
export interface TraceEntry {
  /** What kind of look this was, e.g. `dedupe`, `condition`, `candidate`, `limit`, `schedule`, `response_rule`. */
  readonly looked: string;
  /** Which one: a rule's name, a campaign code, a field key. */
  readonly at?: string;
  readonly verdict: TraceVerdict;
  /** Why, in words or as a reason code such as `inactive` or `daily_limit_full`. */
  readonly because?: string;
  /** The values it was decided on; personal data shortened. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly of?: readonly TraceEntry[];
}

export type Trace = readonly TraceEntry[];

/** A trace entry as answers carry it. */
export const traceEntrySchema: z.ZodType<TraceEntry> = z
  .object({
    looked: z.string().describe('What kind of look this was.'),
    at: z.string().exactOptional().describe('Which one: a rule, a campaign, a field.'),
    verdict: traceVerdictSchema.describe('How it ended.'),
    because: z.string().exactOptional().describe('Why.'),
    values: z.record(z.string(), z.unknown()).exactOptional().describe('The values it was decided on.'),
    get of() {
      return z.array(traceEntrySchema).exactOptional().describe('The looks that it is made of.');
    },
  })
  .meta({ id: 'TraceEntry' });
