/** What a report is asked for, and the keys of its rows. */
import type { ReportKey } from '@sluice/contracts';

/** What a report is about. */
export interface LeadReportAsk {
  readonly groupBy: readonly ReportKey[];
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
  /** On which day leads and entries count: that on which the lead came in, or their own. */
  readonly basis: 'received' | 'occurred';
  readonly campaignIds?: readonly string[];
  readonly clientIds?: readonly string[];
  readonly offerIds?: readonly string[];
  readonly supplierIds?: readonly string[];
}

/**
 * The keys of a row; null where there is none. `day` is a quarter of an hour, by which any time zone's days can be told
 * apart: the database need not know the zone.
 */
export type ReportKeys = Readonly<Partial<Record<Exclude<ReportKey, 'day'>, string | null>>> & {
  readonly day?: Date;
};
