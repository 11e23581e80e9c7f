/** The days of reports, and how their marks become settled without waiting. */
import type { Db } from 'mongodb';

/** Makes all marks a minute older. */
export async function ageMarks(db: Db): Promise<void> {
  const aged = { n: '$$this.v.n', at: { $subtract: ['$$this.v.at', 60_000] } };
  const hours = { $map: { input: { $objectToArray: '$hours' }, in: { k: '$$this.k', v: aged } } };
  await db.collection('reportMarks').updateMany({}, [{ $set: { hours: { $arrayToObject: hours } } }]);
}

/** The days of a report that begin so long after midnight of UTC. */
export function daysFrom(minutes: number) {
  const DAY_MS = 86_400_000;
  return (from: Date, before: Date) => {
    const first = Math.floor((from.getTime() - minutes * 60_000) / DAY_MS) * DAY_MS + minutes * 60_000;
    const count = Math.max(0, Math.ceil((before.getTime() - first) / DAY_MS));
    return Array.from({ length: count }, (_, n) => ({
      from: new Date(first + n * DAY_MS),
      before: new Date(first + (n + 1) * DAY_MS),
    }));
  };
}

/** Zones that differ from UTC by no time, and by no whole number of hours. */
export const inUtc = { zone: 'UTC', daysBetween: daysFrom(0) } as const;
export const inKathmandu = { zone: 'Asia/Kathmandu', daysBetween: daysFrom(18 * 60 + 15) } as const;
