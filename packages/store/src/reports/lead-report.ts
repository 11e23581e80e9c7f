/**
 * The numbers of a report, counted from the leads, their last submissions and the ledger. Exact at any moment, because
 * nothing is kept for it; so it takes as long as it takes to read the leads of its days, some thousands at a time.
 */
import type { ReportNumber } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import type { LeadDocument } from '../lead-document.js';
import type { LedgerDocument } from '../ledger.js';
import { piecesOf, type Piece } from './pieces.js';
import type { LeadReportAsk, ReportKeys } from './report-ask.js';
import { leadPipelines, moneyStages } from './report-stages.js';

/** The leads of a row. */
export interface CountedLeads {
  readonly keys: ReportKeys;
  readonly numbers: Readonly<Record<ReportNumber, number>>;
}

/** The money of a row in one currency, in minor units. */
export interface CountedMoney {
  readonly keys: ReportKeys;
  readonly currency: string;
  readonly revenue: number;
  readonly cost: number;
}

/** Counts the leads and the money of a report, in parts: those with the same keys are to be added. */
export type CountReport = (
  ask: LeadReportAsk,
) => Promise<{ readonly leads: readonly CountedLeads[]; readonly money: readonly CountedMoney[] }>;

const PIECE = 10_000;
const THE_BEGINNING = new Date(0);
const THE_END = new Date('9999-12-31T23:59:59.999Z');

/** Reports of one tenant. */
export class ReportStore {
  readonly #leads: Collection<LeadDocument>;
  readonly #ledger: Collection<LedgerDocument>;
  readonly #tenantId: string;
  readonly #piece: number;

  /** One query counts about `piece` leads, so that it ends long before its deadline and no other waits long for it. */
  constructor(
    leads: Collection<LeadDocument>,
    ledger: Collection<LedgerDocument>,
    tenantId: string,
    piece = PIECE,
  ) {
    this.#leads = leads;
    this.#ledger = ledger;
    this.#tenantId = tenantId;
    this.#piece = piece;
  }

  count: CountReport = async (ask) => {
    const [leads, money] = await Promise.all([this.#countLeads(ask), this.#countMoney(ask)]);
    return { leads, money };
  };

  async #countLeads(ask: LeadReportAsk): Promise<readonly CountedLeads[]> {
    // What ended in the days of the report may have come in long before.
    const from = ask.basis === 'received' ? ask.from : THE_BEGINNING;
    const counted: CountedLeads[] = [];
    for await (const piece of this.#piecesOf(this.#leads, 'createdAt', { from, before: ask.before })) {
      const found = await Promise.all(
        leadPipelines(this.#tenantId, ask, piece).map((stages) =>
          this.#leads.aggregate<CountedInPiece>(stages).toArray(),
        ),
      );
      counted.push(...found.flat().map(({ _id: keys, ...numbers }) => ({ keys, numbers })));
    }
    return counted;
  }

  async #countMoney(ask: LeadReportAsk): Promise<readonly CountedMoney[]> {
    // Nothing is booked before its lead came in, but much may be booked later.
    const before = ask.basis === 'received' ? THE_END : ask.before;
    const counted: CountedMoney[] = [];
    for await (const piece of this.#piecesOf(this.#ledger, 'occurredAt', { from: ask.from, before })) {
      const found = await this.#ledger
        .aggregate<AddedInPiece>(moneyStages(this.#tenantId, ask, piece))
        .toArray();
      counted.push(...found.map(({ _id: { currency, ...keys }, ...sums }) => ({ keys, currency, ...sums })));
    }
    return counted;
  }

  #piecesOf<Stored extends Document>(
    collection: Collection<Stored>,
    field: string,
    all: Piece,
  ): AsyncGenerator<Piece> {
    return piecesOf(collection, { tenantId: this.#tenantId, field }, all, this.#piece);
  }
}

type CountedInPiece = Record<ReportNumber, number> & { readonly _id: ReportKeys };
type AddedInPiece = Pick<CountedMoney, 'revenue' | 'cost'> & {
  readonly _id: ReportKeys & { readonly currency: string };
};
