/**
 * Regular expressions that tenants configure. They run on a linear-time engine without lookaround or backreferences.
 */
import { z } from 'zod';
import { patternWeight } from './pattern-weight.js';
import { currentRead } from '../reading/read-settings.js';

/** The longest pattern a tenant may write, in characters. */
export const maxPatternLength = 256;

/** The maximum cost of compiling one pattern, in units of `patternWeight`. */
const maxWeight = 5_000;

/** Accepts a pattern that the linear-time engine can run, under the settings of the current read. */
export const safePatternSchema = z
  .string()
  .superRefine((pattern, ctx) => {
    const problem = patternProblem(pattern);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ maxLength: maxPatternLength });

/** Returns why the current read refuses a pattern; undefined if it accepts it. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `must be at most ${maxPatternLength} characters`;
  const forbidden = forbiddenSyntax(pattern);
  if (forbidden !== undefined) return forbidden;
  const weight = patternWeight(pattern);
  if (weight > maxWeight) return 'must be a simpler pattern: its repetitions and classes are too many';
  const read = currentRead();
  // One pattern is too many; those after it are no further problem.
  if (read.weightLeft < 0) return undefined;
  read.weightLeft -= weight;
  return read.weightLeft < 0
    ? 'is one pattern too many for one request'
    : read.settings.patternProblem(pattern);
}

function forbiddenSyntax(pattern: string): string | undefined {
  let insideClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    if (rest.startsWith('\\')) {
      if (/^\\(?:[1-9]|k)/.test(rest)) return 'must not use backreferences';
      at += 1;
    } else if (insideClass) {
      insideClass = !rest.startsWith(']');
    } else if (rest.startsWith('[')) {
      insideClass = true;
    } else if (/^\(\?<?[=!]/.test(rest)) {
      return 'must not use lookahead or lookbehind';
    }
  }
  return undefined;
}
