/** Converts zod's findings into the `details` of a VALIDATION_ERROR (§7): one line `path: problem` each. */
import type { z } from 'zod';
import './problem-text.js';

/** The maximum number of lines in one answer; otherwise a hostile body could produce an answer larger than itself. */
export const maxProblems = 100;

/**
 * Returns all problems as `path: problem`, e.g. `address.zip: must be a string`, with list positions as numbers
 * (`files.0.name`). A problem of the whole value is reported for `root`. Problems beyond {@link maxProblems} are only
 * counted.
 */
export function problemsOf(error: z.core.$ZodError, root = 'body'): string[] {
  const lines = error.issues.flatMap((issue) => linesOf(issue, [], root));
  const distinct = [...new Set(lines)];
  if (distinct.length <= maxProblems) return distinct;
  return [...distinct.slice(0, maxProblems), `${root}: has ${distinct.length - maxProblems} more problems`];
}

function linesOf(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[], root: string): string[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => line([...path, key], issue.message, root));
  }
  if (issue.code === 'invalid_union') {
    const branch = branchMeant(issue.errors);
    if (branch) return branch.flatMap((inner) => linesOf(inner, path, root));
  }
  return [line(path, issue.message, root)];
}

// If exactly one alternative accepted the value itself and failed inside it, that one was intended.
function branchMeant(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] | undefined {
  const entered = branches.filter((issues) => issues.every((issue) => issue.path.length > 0));
  return entered.length === 1 ? entered[0] : undefined;
}

function line(path: readonly PropertyKey[], problem: string, root: string): string {
  return `${path.length > 0 ? path.map(String).join('.') : root}: ${problem}`;
}
