/** In which spans of time a report is counted, so that each of its days consists of whole ones. */
import { instantsFromTo } from '../time/instants-from-to.js';
import { localDay } from '../time/moment.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The length of the spans: an hour, or a quarter where days begin at no full hour of UTC. */
export function spanMinutesOf(from: Date, before: Date, zone: string): 60 | 15 {
  for (let day = localDay(from, zone); ; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    const { from: begins } = instantsFromTo(date, undefined, zone);
    if (!begins || begins > before) return 60;
    if (begins.getTime() % HOUR_MS !== 0) return 15;
  }
}
