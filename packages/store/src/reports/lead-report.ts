/**
 * The numbers of a report, counted from the leads, their last submissions and the ledger. Exact at any moment, because
 * nothing is kept for it; so it takes as long as it takes to read the leads of its days.
 */
import type { ReportKey, ReportNumber } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import type { LeadDocument } from '../lead-document.js';
import type { LedgerDocument } from '../ledger.js';

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

/** Counts the leads and the money of a report. */
export type CountReport = (
  ask: LeadReportAsk,
) => Promise<{ readonly leads: readonly CountedLeads[]; readonly money: readonly CountedMoney[] }>;

const costs = ['cost', 'cost_reversal'];

/** Reports of one tenant. */
export class ReportStore {
  readonly #leads: Collection<LeadDocument>;
  readonly #ledger: Collection<LedgerDocument>;
  readonly #tenantId: string;

  constructor(leads: Collection<LeadDocument>, ledger: Collection<LedgerDocument>, tenantId: string) {
    this.#leads = leads;
    this.#ledger = ledger;
    this.#tenantId = tenantId;
  }

  count: CountReport = async (ask) => {
    const [leads, money] = await Promise.all([this.#countLeads(ask), this.#countMoney(ask)]);
    return { leads, money };
  };

  async #countLeads(ask: LeadReportAsk): Promise<readonly CountedLeads[]> {
    const found = await this.#leads
      .aggregate<Record<ReportNumber, number> & { readonly _id: ReportKeys }>(
        leadStages(this.#tenantId, ask),
        {
          allowDiskUse: true,
        },
      )
      .toArray();
    return found.map(({ _id: keys, ...numbers }) => ({ keys, numbers }));
  }

  async #countMoney(ask: LeadReportAsk): Promise<readonly CountedMoney[]> {
    const found = await this.#ledger
      .aggregate<
        Omit<CountedMoney, 'keys' | 'currency'> & { readonly _id: ReportKeys & { currency: string } }
      >(moneyStages(this.#tenantId, ask))
      .toArray();
    return found.map(({ _id: { currency, ...keys }, revenue, cost }) => ({ keys, currency, revenue, cost }));
  }
}

function leadStages(tenantId: string, ask: LeadReportAsk): Document[] {
  const { from, before, basis } = ask;
  const last = { $concat: [`${tenantId}/`, '$lastSubmissionId'] };
  // What ended in the days of the report may have come in long before.
  const createdAt = basis === 'received' ? { $gte: from, $lt: before } : { $lt: before };
  const lookUp = (collection: string, key: string) => [
    { $lookup: { from: collection, localField: key, foreignField: '_id', as: 'found' } },
    { $set: { [key]: { $first: '$found' } } },
    { $unset: 'found' },
  ];
  return [
    { $match: { tenantId, createdAt, isTest: { $ne: true }, ...among('campaignId', ask.campaignIds) } },
    { $project: { createdAt: 1, campaignId: 1, clientId: 1, offerId: 1, status: 1, last, sale: last } },
    ...lookUp('submissions', 'last'),
    { $match: { 'last.status': { $ne: 'imported' } } },
    { $set: { sale: { $cond: [is('delivered'), { $concat: ['$sale', '.sale'] }, null] } } },
    ...lookUp('ledger', 'sale'),
    {
      $set: {
        qualification: { $cond: [mayHaveQualified, { $concat: ['$last._id', '.qualification.0'] }, null] },
      },
    },
    ...lookUp('decisions', 'qualification'),
    {
      $set: {
        at: basis === 'received' ? '$createdAt' : { $ifNull: ['$last.endedAt', '$createdAt'] },
        clientId: { $ifNull: ['$sale.clientId', '$clientId'] },
        offerId: { $ifNull: ['$sale.offerId', '$offerId'] },
      },
    },
    {
      $match: {
        at: { $gte: from, $lt: before },
        ...among('clientId', ask.clientIds),
        ...among('offerId', ask.offerIds),
        ...among('sale.supplierId', ask.supplierIds),
      },
    },
    { $group: { _id: keysOf(ask, '$sale.placedCampaignId', '$sale.'), ...numbers } },
  ];
}

const is = (...statuses: readonly string[]) => ({ $in: ['$last.status', [...statuses]] });
const ends = ['disqualified', 'duplicate', 'delivered', 'rejected', 'failed', 'error'] as const;
// A submission that ended without an outcome of its own counts as one of our faults.
const withoutOutcome = ['superseded', 'void'];
// Of these the status does not tell whether they passed qualification.
const mayHaveQualified = is('error', 'pending', 'pending_action', ...withoutOutcome);
// Our own check names the field; a buyer's duplicate was qualified before.
const isOwnDuplicate = {
  $regexMatch: { input: { $ifNull: ['$last.reason', ''] }, regex: '^duplicate_(?!after_unknown_outcome)' },
};
const isQualified = {
  $switch: {
    branches: [
      { case: is('delivered', 'rejected', 'failed', 'queued'), then: true },
      { case: is('duplicate'), then: { $not: [isOwnDuplicate] } },
      { case: is('disqualified'), then: false },
    ],
    default: { $in: ['$qualification.decision.kind', ['qualified', 'awaiting_action']] },
  },
};
const one = (condition: Document) => ({ $sum: { $cond: [condition, 1, 0] } });
const numbers: Readonly<Record<ReportNumber, Document>> = {
  received: { $sum: 1 },
  qualified: one(isQualified),
  disqualified: one(is('disqualified')),
  duplicate: one(is('duplicate')),
  delivered: one(is('delivered')),
  rejected: one(is('rejected')),
  failed: one(is('failed')),
  error: one(is('error', ...withoutOutcome)),
  pending: one({ $not: [is(...ends, ...withoutOutcome)] }),
  returned: one({ $and: [is('delivered'), { $eq: ['$status', 'returned'] }] }),
};

function moneyStages(tenantId: string, ask: LeadReportAsk): Document[] {
  const { from, before, basis } = ask;
  // Nothing is booked before its lead came in.
  const range =
    basis === 'received'
      ? { occurredAt: { $gte: from }, receivedAt: { $gte: from, $lt: before } }
      : { occurredAt: { $gte: from, $lt: before } };
  const isCost = { $in: ['$type', costs] };
  return [
    {
      $match: {
        tenantId,
        ...range,
        ...among('campaignId', ask.campaignIds),
        ...among('clientId', ask.clientIds),
        ...among('offerId', ask.offerIds),
        ...among('supplierId', ask.supplierIds),
      },
    },
    { $set: { at: basis === 'received' ? '$receivedAt' : '$occurredAt' } },
    {
      $group: {
        _id: { ...keysOf(ask, '$placedCampaignId', '$'), currency: '$currency' },
        revenue: { $sum: { $cond: [isCost, 0, '$minor'] } },
        cost: { $sum: { $cond: [isCost, '$minor', 0] } },
      },
    },
    // A sale without a price is no money.
    { $match: { $or: [{ revenue: { $ne: 0 } }, { cost: { $ne: 0 } }] } },
  ];
}

function among(field: string, values: readonly string[] | undefined): Document {
  return values === undefined ? {} : { [field]: { $in: [...values] } };
}

function keysOf({ groupBy }: LeadReportAsk, placed: string, supplied: string): Document {
  const keys: Readonly<Record<ReportKey, string | Document>> = {
    day: { $dateTrunc: { date: '$at', unit: 'minute', binSize: 15 } },
    campaign: '$campaignId',
    placedCampaign: placed,
    client: '$clientId',
    offer: '$offerId',
    supplier: `${supplied}supplierId`,
    subId1: `${supplied}subIds.subId1`,
  };
  return Object.fromEntries(groupBy.map((key) => [key, { $ifNull: [keys[key], null] }]));
}
