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
