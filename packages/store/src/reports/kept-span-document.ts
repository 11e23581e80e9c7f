/** The rows of reports as stored; `@sluice/reports` counts, keeps and reads them. */

/** By what kept rows are told apart. Days of a zone that differs from UTC by no whole number of hours have quarters. */
export type SpanName = 'hour' | 'quarter' | `day in ${string}`;

/**
 * Rows as stored, under the name of the span and its beginning. Rows are JSON text, because nothing in them is searched for,
 * and the driver takes five times as long for tens of thousands of documents.
 */
export interface KeptSpanDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly span: SpanName;
  readonly from: Date;
  readonly n: number;
  readonly leads: string;
  readonly money: string;
  /** The latest span in which something of it ended or was booked. */
  readonly lastAt: Date;
  /** Whether its leads are never counted again. */
  readonly closed: boolean;
}

/** Holds everything that tells which kept rows are to be read. */
export const keptSpanIndex = {
  tenantId: 1,
  span: 1,
  from: 1,
  n: 1,
  closed: 1,
  lastAt: 1,
  _id: 1,
} as const;
