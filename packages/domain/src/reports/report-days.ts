/** The days of a report, and the spans of time in which it is counted, so that each day consists of whole ones. */
import { instantsFromTo } from '../time/instants-from-to.js';
import { localDay } from '../time/moment.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The days of a report. */
export interface ReportDays {
  /** When each begins, in order. */
  readonly days: readonly Date[];
  /** The length of the spans: an hour, or a quarter where a day begins or ends at no full hour of UTC. */
  readonly minutes: 60 | 15;
}

/** The days in `zone` from `from` to before `before`, both of which are beginnings of days. */
export function reportDaysOf(from: Date, before: Date, zone: string): ReportDays {
  const days: Date[] = [];
  for (let day = localDay(from, zone); ; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    const { from: begins } = instantsFromTo(date, undefined, zone);
    if (!begins || begins >= before) break;
    days.push(begins);
  }
  const isWhole = [...days, before].every((at) => at.getTime() % HOUR_MS === 0);
  return { days, minutes: isWhole ? 60 : 15 };
}
