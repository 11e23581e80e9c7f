/**
 * The wording of zod's findings. Set once for the process, so that every schema here and every configuration parsed
 * with zod uses the same wording; a message given in a schema takes precedence. `package.json` names this module as one
 * that is imported for its effect; without that, the bundler would leave it out.
 */
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

z.config({ customError: problemText });

/** Returns the second half of a `path: problem` line for one finding. */
function problemText(issue: Issue): string {
  if (issue.input === undefined && isAboutPresence(issue)) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      return formatTexts[issue.format] ?? 'has the wrong format';
    case 'unrecognized_keys':
      return 'is not a known field';
    case 'invalid_key':
      return 'is not a valid key';
    case 'invalid_union':
      return 'has the wrong shape';
    default:
      return 'is invalid';
  }
}

function isAboutPresence(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nonoptional: 'given',
};

const formatTexts: Readonly<Record<string, string>> = {
  date: 'must be a date YYYY-MM-DD',
  datetime: 'must be an ISO 8601 timestamp',
  email: 'must be an email address',
  url: 'must be a URL',
};

function tooSmall(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string')
    return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`;
  if (origin === 'array') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} items`;
  return inclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `must have at most ${maximum} characters`;
  if (origin === 'array') return `must have at most ${maximum} items`;
  return inclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}
