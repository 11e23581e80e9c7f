/** Converts zod's findings into the `details` of a VALIDATION_ERROR (§7): one line `path: problem` each. */
import type { z } from 'zod';
import './problem-text.js';

/** The maximum number of lines in one answer; otherwise a hostile body could produce an answer larger than itself. */
export const maxProblems = 100;

/** One problem and its place. */
export interface Problem {
  readonly path: readonly string[];
  readonly text: string;
  /** The kind of value that belongs there, if there is another kind; then nothing else is said about the value. */
  readonly wants?: string;
}

/**
 * Returns all problems as `path: problem`, e.g. `address.zip: must be a string`, with list positions as numbers
 * (`files.0.name`). A problem of the whole value is reported for `root`. Problems beyond {@link maxProblems} are only
 * counted.
 */
export function problemsOf(error: z.core.$ZodError, root = 'body'): string[] {
  return problemLines(foundIn(error), root);
}

/** The problems of a parse, without those that only follow from a value of the wrong kind. */
export function foundIn(error: z.core.$ZodError): Problem[] {
  const found = error.issues.flatMap((issue) => problemsFrom(issue, []));
  const wrong = new Set(found.filter(({ wants }) => wants).map(({ path }) => key(path)));
  // The schema library compares the length of whatever it finds: a list in place of a text would be "too short" as well.
  return found.filter(({ path, wants }) => wants || !wrong.has(key(path)));
}

/** Problems as lines, each once, in the given order. */
export function problemLines(problems: readonly Problem[], root = 'body'): string[] {
  const distinct = [
    ...new Set(problems.map(({ path, text }) => `${path.length > 0 ? path.join('.') : root}: ${text}`)),
  ];
  if (distinct.length <= maxProblems) return distinct;
  return [...distinct.slice(0, maxProblems), `${root}: has ${distinct.length - maxProblems} more problems`];
}

function problemsFrom(issue: z.core.$ZodIssue, prefix: readonly string[]): Problem[] {
  const path = [...prefix, ...issue.path.map(String)];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => ({ path: [...path, name], text: issue.message }));
    case 'invalid_union': {
      const branch = branchMeant(issue.errors);
      if (branch) return branch.flatMap((inner) => problemsFrom(inner, path));
      return [{ path, text: issue.message, wants: 'another' }];
    }
    case 'invalid_type':
      return [{ path, text: issue.message, wants: issue.expected }];
    default:
      return [{ path, text: issue.message }];
  }
}

// If exactly one alternative accepted the value itself and failed inside it, that one was intended.
function branchMeant(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] | undefined {
  const entered = branches.filter((issues) => issues.every((issue) => issue.path.length > 0));
  return entered.length === 1 ? entered[0] : undefined;
}

function key(path: readonly string[]): string {
  return JSON.stringify(path);
}
