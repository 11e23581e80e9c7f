/** What a report is asked for, and the keys of its rows. */
import type { Piece } from './pieces.js';
import type { CountedKey, RowKey } from './report-stages.js';

/** What a report is about. `from` and `before` are beginnings of its days. */
export interface LeadReportAsk {
  readonly groupBy: readonly CountedKey[];
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
  /** On which day leads and entries count: that on which the lead came in, or their own. */
  readonly basis: 'received' | 'occurred';
  /** The time zone of its days, by which their rows are kept. */
  readonly zone: string;
  /** The whole days of that zone, in order, from the one of the first instant to before the second. */
  readonly daysBetween: (from: Date, before: Date) => readonly Piece[];
  readonly campaignIds?: readonly string[];
  readonly clientIds?: readonly string[];
  readonly offerIds?: readonly string[];
  readonly supplierIds?: readonly string[];
}

/** The keys of a row; null where there is none. `day` is an instant of the day: its beginning, or that of an hour of it. */
export type ReportKeys = Readonly<Partial<Record<RowKey, string | null>>> & { readonly day?: Date };
