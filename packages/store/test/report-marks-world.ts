/** Marks of reports in tests: how they are made, and how they become settled without waiting. */
import type { Collection, Db } from 'mongodb';
import type { FailpointHook } from '../src/failpoint-hook.js';
import { batchedMarks, ReportMarks, type ReportMarksDocument } from '../src/reports/report-marks.js';

const marksIn = (db: Db) => db.collection('reportMarks') as unknown as Collection<ReportMarksDocument>;

export function reportMarksOf(db: Db, tenantId: string, hook: FailpointHook = () => undefined): ReportMarks {
  return new ReportMarks(marksIn(db), batchedMarks(marksIn(db)), hook, tenantId);
}

/** Makes all marks a minute older. */
export async function ageMarks(db: Db): Promise<void> {
  const aged = { n: '$$this.v.n', at: { $subtract: ['$$this.v.at', 60_000] } };
  const hours = { $map: { input: { $objectToArray: '$hours' }, in: { k: '$$this.k', v: aged } } };
  await marksIn(db).updateMany({}, [{ $set: { hours: { $arrayToObject: hours } } }]);
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
