/** Times, durations and counts in few words. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration, rounded to its largest sensible unit: `20 s`, `5 min`, `3 h`, `2 days`. */
export function durationText(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.max(0, Math.round(ms / SECOND_MS))} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}

/** An instant in UTC, with its date if that is not today at `now`. */
export function timeText(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)];
  return day === now.toISOString().slice(0, 10) ? `${time} UTC` : `${day} ${time} UTC`;
}

/** The reason that an operator gave, behind a headline; nothing without one. */
export function whyText(reason = ''): string {
  return reason === '' ? '' : ` (“${reason}”)`;
}

/** The noun for this many: `lead` or `leads`. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several;
}

/** A fraction in percent: `86 %`. */
export function percentText(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

/** The first few names of `count`, and how many more there are; undefined without names. */
export function namesText(named: readonly string[] | undefined, count: number): string | undefined {
  if (named === undefined || named.length === 0) return undefined;
  const more = count > named.length ? `, and ${count - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

/** A URL for people, without its credentials. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//***@').replace(/([?&]\w*password=)[^&#]*/gi, '$1***');
}
