/** The refusal of an operation, as a person reads it. */
import type { ApiError } from '@sluice/contracts';
import { Problem } from '@sluice/local';

/**
 * The refusal in its own words; `about` names its subject, e.g. the path of a file. The exit code is 2 where the command
 * line itself is at fault.
 */
export function problemOf(
  { message, details = [] }: ApiError,
  { about, exitCode = 1 }: { readonly about?: string; readonly exitCode?: 1 | 2 } = {},
): Problem {
  const refusal = /[.!?]$/.test(message) ? message : `${message}${details.length > 0 ? ':' : '.'}`;
  const lines = details.map((line) => `  ${line}`);
  return new Problem([about === undefined ? refusal : `${about}: ${refusal}`, ...lines].join('\n'), exitCode);
}
