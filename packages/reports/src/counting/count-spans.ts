/** Counts what spans hold from the leads, their last submissions and the ledger, some thousands of documents at a time. */
import type { ReportNumber } from '@sluice/contracts';
import type { AggregationCursor, Collection, Document } from 'mongodb';
import { isMoney, type LeadDocument, type LedgerDocument } from '@sluice/store';
import { addedRows } from './added-rows.js';
import type { LeadRow, MoneyRow, SpanRows } from './kept-spans.js';
import { piecesOf, type Along, type Piece } from './pieces.js';
import { leadStages, moneyStages, ofSuppliers, type Counting, type RowKey } from './report-stages.js';

/** What is counted. */
export interface Counted {
  readonly leads: Collection<LeadDocument>;
  readonly ledger: Collection<LedgerDocument>;
}

/** What a span holds now. */
export interface FreshSpan extends SpanRows {
  /** Whether a lead of it has not passed qualification, which nothing marks. */
  readonly isMoving: boolean;
}

/** A part of a row, as the database counts it: pieces end anywhere, so that several may have parts of one row. */
type Keys = Readonly<Partial<Record<RowKey, string | null>>> & { readonly from: Date; readonly at: Date };
type LeadPart = Keys & Readonly<Record<ReportNumber | 'unqualified', number>>;
type MoneyPart = Keys & Pick<MoneyRow, 'currency' | 'revenue' | 'cost'>;

/** The rows of all spans of `range` that hold anything, by their beginning. A query counts about `size` documents. */
export async function countSpans(
  { leads, ledger }: Counted,
  counting: Counting,
  range: Piece,
  size: number,
): Promise<ReadonlyMap<number, FreshSpan>> {
  const among = ofSuppliers(counting.rows);
  const [leadParts, moneyParts] = await Promise.all([
    inPieces<LeadDocument, LeadPart>(leads, { field: 'createdAt', only: among }, (piece) =>
      partsOf<LeadPart>(leads.aggregate(leadStages(counting, piece))),
    ),
    inPieces<LedgerDocument, MoneyPart>(
      ledger,
      { field: 'receivedAt', only: { ...isMoney, ...among } },
      (piece) => partsOf<MoneyPart>(ledger.aggregate(moneyStages(counting, piece))),
    ),
  ]);
  const spans = new Map<number, { from: Date; leads: LeadRow[]; money: MoneyRow[]; isMoving: boolean }>();
  const spanAt = (from: Date) => {
    const span = spans.get(from.getTime()) ?? { from, leads: [], money: [], isMoving: false };
    spans.set(from.getTime(), span);
    return span;
  };
  for (const { from, unqualified, ...part } of addedRows(leadParts)) {
    const span = spanAt(from);
    const row = Object.entries(part).filter(([, value]) => value !== 0);
    span.leads.push(Object.fromEntries(row) as unknown as LeadRow);
    span.isMoving ||= unqualified > 0;
  }
  for (const { from, ...row } of addedRows(moneyParts)) spanAt(from).money.push(row);
  return spans;

  async function inPieces<Stored extends Document, Part>(
    collection: Collection<Stored>,
    index: Omit<Along, 'tenantId'>,
    count: (piece: Piece) => Promise<readonly Part[]>,
  ): Promise<readonly Part[]> {
    const parts: Part[] = [];
    const along = { tenantId: counting.tenantId, ...index };
    for await (const piece of piecesOf(collection, along, range, size)) parts.push(...(await count(piece)));
    return parts;
  }
}

async function partsOf<Part>(counted: AggregationCursor): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const { _id, ...numbers } of counted) parts.push({ ..._id, ...numbers } as Part);
  return parts;
}
