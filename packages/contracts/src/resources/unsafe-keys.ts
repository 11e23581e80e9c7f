/** Keys that no body may carry, wherever they are: names that JavaScript or MongoDB would give a meaning to. */
import { maxProblems } from './problems.js';

/** How deep a body may be nested; the body itself is the first level. */
export const maxBodyDepth = 20;

/**
 * Answers a `path: problem` line for each `__proto__`, `constructor` or `prototype` key, each key beginning with
 * `$` or holding a null character, and each value nested deeper than {@link maxBodyDepth}. Looks at parsed JSON before any schema does.
 */
export function unsafeKeyProblems(body: unknown): string[] {
  const problems: string[] = [];
  visit(body, [], problems);
  return problems;
}

function visit(value: unknown, path: string[], problems: string[]): void {
  if (typeof value !== 'object' || value === null || problems.length >= maxProblems) return;
  if (path.length >= maxBodyDepth) {
    problems.push(`${path.join('.')}: is nested deeper than ${maxBodyDepth} levels`);
    return;
  }
  const isArray = Array.isArray(value);
  for (const key of Object.keys(value)) {
    path.push(key);
    if (!isArray && isUnsafe(key)) problems.push(`${path.join('.')}: is not an allowed key`);
    visit((value as Record<string, unknown>)[key], path, problems);
    path.pop();
  }
}

function isUnsafe(key: string): boolean {
  if (key.startsWith('$') || key.includes('\0')) return true;
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}
