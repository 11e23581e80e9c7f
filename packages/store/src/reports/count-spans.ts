/** Counts what spans hold from the leads, their last submissions and the ledger, some thousands of documents at a time. */
import { reportNumbers, type ReportNumber } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import type { LeadDocument } from '../lead-document.js';
import type { LedgerDocument } from '../ledger.js';
import type { LeadRow, MoneyRow, SpanRows } from './kept-spans.js';
import { piecesOf, type Along, type Piece } from './pieces.js';
import { isMoney, leadStages, moneyStages, type Counting, type RowKey } from './report-stages.js';

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

/** A part of a row: pieces end anywhere, so that rows of several pieces may have the same keys. */
type Keys = Readonly<Partial<Record<RowKey, string | null>>> & { readonly from: Date; readonly at: Date };
type LeadPart = Record<ReportNumber | 'unqualified', number> & { readonly _id: Keys };
type MoneyPart = Pick<MoneyRow, 'revenue' | 'cost'> & { readonly _id: Keys & { readonly currency: string } };

/** The rows of all spans of `range` that hold anything, by their beginning. A query counts about `size` documents. */
export async function countSpans(
  { leads, ledger }: Counted,
  counting: Counting,
  range: Piece,
  size: number,
): Promise<ReadonlyMap<number, FreshSpan>> {
  const [leadParts, moneyParts] = await Promise.all([
    inPieces<LeadDocument, LeadPart>(leads, { field: 'createdAt' }, (piece) =>
      leads.aggregate<LeadPart>(leadStages(counting, piece)).toArray(),
    ),
    inPieces<LedgerDocument, MoneyPart>(ledger, { field: 'receivedAt', only: isMoney }, (piece) =>
      ledger.aggregate<MoneyPart>(moneyStages(counting, piece)).toArray(),
    ),
  ]);
  const spans = new Map<number, { from: Date; leads: LeadRow[]; money: MoneyRow[]; isMoving: boolean }>();
  const spanAt = (from: Date) => {
    const span = spans.get(from.getTime()) ?? { from, leads: [], money: [], isMoving: false };
    spans.set(from.getTime(), span);
    return span;
  };
  for (const { keys, sums } of added(leadParts)) {
    const { from, ...others } = keys;
    const span = spanAt(from);
    const numbers = reportNumbers.flatMap((name) => (sums[name] ? [[name, sums[name]] as const] : []));
    span.leads.push({ ...others, ...(Object.fromEntries(numbers) as Partial<Record<ReportNumber, number>>) });
    span.isMoving ||= (sums['unqualified'] ?? 0) > 0;
  }
  for (const { keys, sums } of added(moneyParts)) {
    const { from, ...others } = keys;
    spanAt(from).money.push({ ...others, revenue: sums['revenue'] ?? 0, cost: sums['cost'] ?? 0 });
  }
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

// The sums of the parts with the same keys.
function added<Of extends Keys>(
  parts: readonly ({ readonly _id: Of } & Readonly<Record<string, unknown>>)[],
): readonly { readonly keys: Of; readonly sums: Readonly<Record<string, number>> }[] {
  const rows = new Map<string, { readonly keys: Of; readonly sums: Record<string, number> }>();
  for (const { _id: keys, ...numbers } of parts) {
    const id = JSON.stringify(keys);
    const row = rows.get(id) ?? { keys, sums: {} };
    rows.set(id, row);
    for (const [name, value] of Object.entries(numbers))
      row.sums[name] = (row.sums[name] ?? 0) + (value as number);
  }
  return [...rows.values()];
}
