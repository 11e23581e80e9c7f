/** `Retry-After`: how long the receiver asks us to wait. */

/** Headers of an answer, with lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** Returns the milliseconds that `Retry-After` asks for, at most `mostMs`; undefined if it asks for none. */
export function retryAfterMs(headers: AnswerHeaders, now: Date, mostMs: number): number | undefined {
  const asked = headers['retry-after']?.trim();
  if (asked === undefined || asked === '') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : dateOf(asked) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), mostMs);
}

// An HTTP date starts with the day of the week; Date.parse alone would find a date in almost anything. It is always
// GMT, even in the asctime format, which omits the zone and which Date.parse would read as local time.
function dateOf(text: string): number {
  if (!/^[A-Za-z]{3}/.test(text)) return Number.NaN;
  return Date.parse(/[A-Z]$/i.test(text) ? text : `${text} GMT`);
}
