/** What a report is asked for, and the keys of its rows. */
import type { ReportKey } from '@sluice/contracts';
import type { RowKey, SpanMinutes } from './report-stages.js';

/** What a report is about. */
export interface LeadReportAsk {
  readonly groupBy: readonly ReportKey[];
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
  /** On which day leads and entries count: that on which the lead came in, or their own. */
  readonly basis: 'received' | 'occurred';
  /** Every day of the report consists of whole spans of this length. */
  readonly minutes: SpanMinutes;
  /** When its days begin. With them, the database adds up what was received on a day, where it can. */
  readonly days?: readonly Date[];
  readonly campaignIds?: readonly string[];
  readonly clientIds?: readonly string[];
  readonly offerIds?: readonly string[];
  readonly supplierIds?: readonly string[];
}

/** The keys of a row; null where there is none. `day` is the beginning of a span, or of the day. */
export type ReportKeys = Readonly<Partial<Record<RowKey, string | null>>> & { readonly day?: Date };
