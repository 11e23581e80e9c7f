/** `Retry-After`: how long the other side asks us to stay away. */

/** Headers of an answer, names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** Answers the milliseconds that `Retry-After` asks for, at most `mostMs`; undefined when it asks for nothing. */
export function retryAfterMs(headers: AnswerHeaders, now: Date, mostMs: number): number | undefined {
  const asked = headers['retry-after']?.trim();
  if (asked === undefined || asked === '') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : dateOf(asked) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), mostMs);
}

// An HTTP date begins with the day of the week; Date.parse alone would find a date in almost anything. It is always
// GMT, also in the form of asctime, which does not say so and which Date.parse would take for local time.
function dateOf(text: string): number {
  if (!/^[A-Za-z]{3}/.test(text)) return Number.NaN;
  return Date.parse(/[A-Z]$/i.test(text) ? text : `${text} GMT`);
}
