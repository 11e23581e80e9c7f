/**
 * Kept rows: what a span of time holds, counted from the leads, their last submissions and the ledger, and stored. They
 * can be deleted at any time and are counted again, but for closed spans, whose leads retention has begun to delete: the
 * leads of these are never counted again, and their money always can be, as the ledger is kept.
 */
import type { ReportNumber } from '@sluice/contracts';
import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb';
import {
  isDuplicateKey,
  type KeptSpanDocument,
  keptSpanIndex,
  keyOf,
  saysMayBeLost,
  type SpanName,
} from '@sluice/store';
import type { RowKey } from './report-stages.js';

/** Leads with the same keys that ended in the same span; numbers that are 0 are absent. */
export type LeadRow = Readonly<Partial<Record<RowKey, string | null>>> &
  Readonly<Partial<Record<ReportNumber, number>>> & {
    /** The span in which they ended, or came in if they have not. */
    readonly at: Date;
  };

/** Money in one currency, in minor units, with the same keys and booked in the same span. */
export type MoneyRow = Readonly<Partial<Record<RowKey, string | null>>> & {
  readonly at: Date;
  readonly currency: string;
  readonly revenue: number;
  readonly cost: number;
};

/** What a span holds. */
export interface SpanRows {
  /** When it begins. */
  readonly from: Date;
  readonly leads: readonly LeadRow[];
  readonly money: readonly MoneyRow[];
}

/** What a span was found to hold while its mark had the number `n`; 0 if it had no mark. */
export interface CountedSpan extends SpanRows {
  readonly n: number;
}

/** What is known of kept rows without reading them. */
export type KeptSpan = Pick<KeptSpanDocument, '_id' | 'from' | 'n' | 'lastAt' | 'closed'>;

/** The kept rows of one tenant. */
export class KeptSpans {
  readonly #kept: Collection<KeptSpanDocument>;
  readonly #tenantId: string;

  constructor(kept: Collection<KeptSpanDocument>, tenantId: string) {
    this.#kept = kept;
    this.#tenantId = tenantId;
  }

  /** The spans of that name from `from` to before `before` that are kept, by their beginning. Only an index is read. */
  async find(name: SpanName, from: Date, before: Date): Promise<Map<number, KeptSpan>> {
    const found = await this.#kept
      .find<KeptSpan>(
        { tenantId: this.#tenantId, span: name, from: { $gte: from, $lt: before } },
        { projection: { _id: 1, from: 1, n: 1, lastAt: 1, closed: 1 }, batchSize: 50_000 },
      )
      .hint(keptSpanIndex)
      .toArray();
    return new Map(found.map((span) => [span.from.getTime(), span]));
  }

  /** The beginning of the first and of the last span that is kept; undefined if none is. */
  async bounds(name: SpanName): Promise<readonly Date[]> {
    const ends = [1, -1] as const;
    const found = await Promise.all(
      ends.map((direction) =>
        this.#kept
          .find({ tenantId: this.#tenantId, span: name }, { projection: { _id: 0, from: 1 } })
          .sort({ tenantId: direction, span: direction, from: direction })
          .limit(1)
          .toArray(),
      ),
    );
    return found.flat().map(({ from }) => from);
  }

  /** The leads of those of these spans that are closed, by their beginning. */
  async closedLeads(
    name: SpanName,
    spans: readonly Date[],
  ): Promise<ReadonlyMap<number, readonly LeadRow[]>> {
    const found = await this.#kept
      .find(
        { _id: { $in: spans.map((from) => this.#key(name, from)) }, closed: true },
        { projection: { from: 1, leads: 1 } },
      )
      .toArray();
    return new Map(found.map(({ from, leads }) => [from.getTime(), rowsFrom<LeadRow>(leads)]));
  }

  /** The kept rows of these spans. */
  async read(name: SpanName, spans: readonly Date[]): Promise<readonly SpanRows[]> {
    if (spans.length === 0) return [];
    const found = await this.#kept
      .find(
        { _id: { $in: spans.map((from) => this.#key(name, from)) } },
        { projection: { from: 1, leads: 1, money: 1 } },
      )
      .toArray();
    return found.map(({ from, leads, money }) => ({
      from,
      leads: rowsFrom<LeadRow>(leads),
      money: rowsFrom<MoneyRow>(money),
    }));
  }

  /** Keeps rows in place of those that were counted under a lower number. A closed span stays as it is. */
  async keep(name: SpanName, spans: readonly CountedSpan[]): Promise<void> {
    await this.#write(
      spans.map((span) => this.#replacement(name, span, { closed: false, n: { $lt: span.n } }, false)),
    );
  }

  /** Keeps the money of closed spans in place of what was added up under a lower number. */
  async keepMoney(name: SpanName, spans: readonly CountedSpan[]): Promise<void> {
    await this.#write(
      spans.map((span) => ({
        updateOne: {
          filter: { _id: this.#key(name, span.from), closed: true, n: { $lt: span.n } },
          update: {
            $set: { money: JSON.stringify(span.money), n: span.n },
            $max: { lastAt: lastAtOf(span) },
          },
        },
      })),
    );
  }

  /** Closes spans with these rows, unless they are closed. */
  async close(name: SpanName, spans: readonly CountedSpan[]): Promise<void> {
    await this.#write(spans.map((span) => this.#replacement(name, span, { closed: false }, true)));
  }

  #replacement(
    name: SpanName,
    { n, from, ...rows }: CountedSpan,
    only: Document,
    closed: boolean,
  ): AnyBulkWriteOperation<KeptSpanDocument> {
    const replacement = {
      tenantId: this.#tenantId,
      span: name,
      from,
      n,
      lastAt: lastAtOf({ from, ...rows }),
      closed,
      leads: JSON.stringify(rows.leads),
      money: JSON.stringify(rows.money),
    };
    const filter = { _id: this.#key(name, from), ...only };
    return { replaceOne: { filter, replacement, upsert: true } };
  }

  // One that `only` leaves out exists under its key, and stays as it is.
  async #write(writes: AnyBulkWriteOperation<KeptSpanDocument>[]): Promise<void> {
    if (writes.length === 0) return;
    try {
      await this.#kept.bulkWrite(writes, { ordered: false });
    } catch (error) {
      const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
      if (saysMayBeLost(error) || refused.length === 0 || !refused.every(isDuplicateKey)) throw error;
    }
  }

  #key(name: SpanName, from: Date): string {
    return keyOf(this.#tenantId, `${name}.${from.toISOString()}`);
  }
}

function rowsFrom<Row extends LeadRow | MoneyRow>(text: string): readonly Row[] {
  const rows = JSON.parse(text) as { at: Date | string }[];
  for (const row of rows) row.at = new Date(row.at);
  return rows as unknown as readonly Row[];
}

function lastAtOf({ from, leads, money }: SpanRows): Date {
  const last = (rows: readonly (LeadRow | MoneyRow)[]) =>
    rows.reduce((latest, { at }) => Math.max(latest, at.getTime()), from.getTime());
  return new Date(Math.max(last(leads), last(money)));
}
