/**
 * Regular expressions that tenants configure. They run on a linear-time engine without lookaround or backreferences.
 */
import { z } from 'zod';
import { patternWeight } from './pattern-weight.js';

/** The longest pattern a tenant may write, in characters. */
export const maxPatternLength = 256;

/** The maximum cost of compiling one pattern, in units of `patternWeight`. */
const maxWeight = 5_000;

/** The maximum cost of compiling all patterns of one request: about 100 ms. */
const maxWeightOfRequest = 8_000;

let weightLeft = Number.POSITIVE_INFINITY;

/** Runs `read`, with the cost of all its patterns limited to that of one request. */
export function withinPatternBudget<T>(read: () => T): T {
  weightLeft = maxWeightOfRequest;
  try {
    return read();
  } finally {
    weightLeft = Number.POSITIVE_INFINITY;
  }
}

let compileProblem: (pattern: string) => string | undefined = () => undefined;

/**
 * Sets how this process tests patterns when they are configured: the function returns why a pattern does not compile,
 * or undefined. The engine belongs to the domain, which contracts may not import, so a process that accepts patterns
 * sets it once at startup.
 */
export function tryPatternsWith(tryPattern: (pattern: string) => string | undefined): void {
  compileProblem = tryPattern;
}

/** Accepts a pattern that the linear-time engine can run. */
export const safePatternSchema = z
  .string()
  .superRefine((pattern, ctx) => {
    const problem = patternProblem(pattern);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ maxLength: maxPatternLength });

/** Returns why a pattern is refused; undefined if it is accepted. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `must be at most ${maxPatternLength} characters`;
  const forbidden = forbiddenSyntax(pattern);
  if (forbidden !== undefined) return forbidden;
  const weight = patternWeight(pattern);
  if (weight > maxWeight) return 'must be a simpler pattern: its repetitions and classes are too many';
  // One pattern is too many; those after it are no further problem.
  if (weightLeft < 0) return undefined;
  weightLeft -= weight;
  return weightLeft < 0 ? 'is one pattern too many for one request' : compileProblem(pattern);
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
