/** `Retry-After`: how long whoever answered asks the caller to wait (§10.2.3 of RFC 9110). */

/** Headers of an answer, with lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * Returns the milliseconds that `Retry-After` asks for, in seconds or as a date; at most `mostMs`, and 0 for a date that
 * has passed. Undefined if it asks for none, or for something that is neither.
 */
export function retryAfterMs(headers: AnswerHeaders, now: Date, mostMs: number): number | undefined {
  const asked = headers['retry-after']?.trim();
  if (asked === undefined || asked === '') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : dateOf(asked) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), mostMs);
}

// The three forms of an HTTP date begin with a day of the week and contain a time; some servers send ISO 8601 instead.
// `Date.parse` alone would find a date in almost anything.
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{1,2}:\d{2}(?::\d{2})?/i;
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const namesItsZone = /(?:[A-Z]|[+-]\d{2}:?\d{2})$/i;

// A date is GMT if it does not say so, as in the form of `asctime`; `Date.parse` would read it as local time.
function dateOf(text: string): number {
  if (isoInstant.test(text)) return Date.parse(namesItsZone.test(text) ? text : `${text}Z`);
  if (!httpDate.test(text)) return Number.NaN;
  return Date.parse(namesItsZone.test(text) ? text : `${text} GMT`);
}
