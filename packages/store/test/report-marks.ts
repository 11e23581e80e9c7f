/** The marks of reports, as writers of these stores make them. */
import type { Collection, Db } from 'mongodb';
import type { FailpointHook } from '../src/driver/failpoint-hook.js';
import { batchedMarks, ReportMarks, type ReportMarksDocument } from '../src/reports/report-marks.js';

export function reportMarksOf(db: Db, tenantId: string, hook: FailpointHook = () => undefined): ReportMarks {
  const marks = db.collection('reportMarks') as unknown as Collection<ReportMarksDocument>;
  return new ReportMarks(marks, batchedMarks(db.client, marks), hook, tenantId);
}
