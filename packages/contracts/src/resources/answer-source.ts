/** Where a response rule finds a price, a reference or a reason: in the rule itself, or in the buyer's answer. */
import { z } from 'zod';
import { parseJsonPath, parseXmlPath } from './answer-paths.js';
import { textSchema } from '../formats/bounds.js';
import { safePatternSchema } from '../conditions/safe-pattern.js';

const maxPathLength = 500;

/** Accepts a path to a value of a JSON answer. */
export const jsonPathSchema = z
  .string()
  .max(maxPathLength)
  .refine((path) => parseJsonPath(path) !== undefined, 'must be a JSON path such as $.status');

/** Accepts a path to a value of an XML answer. */
export const xmlPathSchema = z
  .string()
  .max(maxPathLength)
  .refine((path) => parseXmlPath(path) !== undefined, 'must be an XML path such as /response/status');

/** Accepts a pattern that takes one thing from a text: what its only group matches. */
const takingPatternSchema = safePatternSchema.refine(
  (pattern) => groupsOf(pattern) === 1,
  'must have exactly one group in parentheses, around what is taken',
);

/**
 * Accepts a place in the answer: a path, a pattern on the whole answer, or a pattern on the value at a path. A problem
 * names the field that is wrong.
 */
const placeSchema = z
  .object({
    jsonPath: jsonPathSchema.optional().describe('A value of a JSON answer.'),
    xmlPath: xmlPathSchema.optional().describe('A value of an XML answer.'),
    pattern: takingPatternSchema
      .optional()
      .describe('Takes what its only group matches, of the value at the path, else of the whole answer.'),
  })
  .superRefine(({ jsonPath, xmlPath, pattern }, ctx) => {
    if (jsonPath === undefined && xmlPath === undefined && pattern === undefined)
      ctx.addIssue({ code: 'custom', path: ['jsonPath'], message: 'or xmlPath or pattern is required' });
    if (jsonPath !== undefined && xmlPath !== undefined)
      ctx.addIssue({ code: 'custom', path: ['xmlPath'], message: 'must not stand beside jsonPath' });
  });
export type AnswerPlace = z.infer<typeof placeSchema>;

/** Accepts a text: a JSON path, an XML path, or else the value itself; or a place in the answer. */
export const textSourceSchema = z.union([textSchema, placeSchema]);
/** Accepts the same, or a number. */
export const priceSourceSchema = z.union([z.number().min(0), textSchema, placeSchema]);

/** The text of a rule, or its place in the answer. */
export type AnswerSource = z.infer<typeof priceSourceSchema>;

/** The place that a source names; undefined if it is the value itself. */
export function placeOf(source: AnswerSource): AnswerPlace | undefined {
  if (typeof source === 'object') return source;
  if (typeof source === 'number') return undefined;
  if (parseJsonPath(source) !== undefined) return { jsonPath: source };
  return parseXmlPath(source) === undefined ? undefined : { xmlPath: source };
}

// Counts the groups that take something: a question mark behind the parenthesis makes another kind of group, unless a
// name follows.
function groupsOf(pattern: string): number {
  const bare = pattern.replace(/\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/gsu, '');
  return bare.match(/\((?!\?)|\(\?P?<(?![=!])/g)?.length ?? 0;
}
