/** How the database counts one piece of a report. */
import type { ReportKey, ReportNumber } from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { Piece } from './pieces.js';
import type { LeadReportAsk } from './report-ask.js';

const costs = ['cost', 'cost_reversal'];

/** Each counts some of the leads that came in during `piece`, and together they count every lead once. */
export function leadPipelines(tenantId: string, ask: LeadReportAsk, piece: Piece): readonly Document[][] {
  return partsFor(ask.basis).map((part) => leadStages(tenantId, ask, piece, part));
}

/** Some leads, and what is read about them elsewhere. */
interface Part {
  readonly match: Document;
  readonly read: readonly Document[];
}

function leadStages(tenantId: string, ask: LeadReportAsk, piece: Piece, { match, read }: Part): Document[] {
  const { from, before, basis } = ask;
  const createdAt = { $gte: piece.from, $lt: piece.before };
  const theirs = { tenantId, createdAt, isTest: { $ne: true }, ...among('campaignId', ask.campaignIds) };
  return [
    { $match: { ...theirs, ...match } },
    {
      $project: {
        createdAt: 1,
        campaignId: 1,
        clientId: 1,
        offerId: 1,
        status: 1,
        last: { status: '$status', reason: '$reason' },
        key: { $concat: [`${tenantId}/`, '$lastSubmissionId'] },
      },
    },
    ...read,
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
// The document of `collection` whose key is in the field `name`, or none, takes the place of the key.
function lookUp(collection: string, name: string): readonly Document[] {
  return [
    { $lookup: { from: collection, localField: name, foreignField: '_id', as: 'found' } },
    { $set: { [name]: { $first: '$found' } } },
  ];
}
// The key of no document: for null, or for a list of keys, the database reads the whole collection for each lead.
const noKey = ' ';
function keyIf(condition: Document, ending: string): Document {
  return { $cond: [condition, { $concat: ['$key', ending] }, noKey] };
}
const lastSubmission: readonly Document[] = [
  { $set: { last: '$key' } },
  ...lookUp('submissions', 'last'),
  { $match: { 'last.status': { $ne: 'imported' } } },
];
// What the last submission sold, and whether that came back.
const saleAndReturn: readonly Document[] = [
  { $set: { sale: keyIf(is('delivered'), '.sale'), takenBack: keyIf(is('delivered'), '.return') } },
  ...lookUp('ledger', 'sale'),
  ...lookUp('ledger', 'takenBack'),
  // A sale from before the ledger has no entry to take back; then the status says it.
  { $set: { isReturned: { $or: ['$takenBack', { $eq: ['$status', 'returned'] }] } } },
];
const ends = ['disqualified', 'duplicate', 'delivered', 'rejected', 'failed', 'error'] as const;
// A submission that ended without an outcome of its own counts as one of our faults.
const withoutOutcome = ['superseded', 'void'];
// Of these the status does not tell whether they passed qualification.
const mayHaveQualified = is('error', 'pending', 'pending_action', ...withoutOutcome);
// Our own check names the field; a buyer's duplicate was qualified before.
const isOwnDuplicate = {
  $regexMatch: { input: { $ifNull: ['$last.reason', ''] }, regex: '^duplicate_(?!after_unknown_outcome)' },
};
const qualification: readonly Document[] = [
  { $set: { qualification: keyIf(mayHaveQualified, '.qualification.0') } },
  ...lookUp('decisions', 'qualification'),
];
// A lead that nobody touched since it ended has the status and the reason of its last submission, unless a person
// resolves that one afterwards, or it was erased. So most submissions need not be read.
const untouched = (...statuses: readonly string[]): Document => ({
  ended: true,
  statusSetAt: { $exists: false },
  status: { $in: [...statuses] },
  reason: { $nin: ['unknown_outcome', 'erased'] },
});
const notSold = ['disqualified', 'duplicate', 'rejected', 'failed'];
const everything = [...lastSubmission, ...saleAndReturn, ...qualification];

function partsFor(basis: LeadReportAsk['basis']): readonly Part[] {
  // When a lead ended stands in its submission only.
  if (basis === 'occurred') return [{ match: {}, read: everything }];
  return [
    { match: untouched(...notSold), read: [] },
    { match: untouched('delivered'), read: saleAndReturn },
    { match: { $nor: [untouched('delivered', ...notSold)] }, read: everything },
  ];
}
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
  returned: one({ $and: [is('delivered'), '$isReturned'] }),
};

/** Adds up the entries of the ledger that were booked during `piece`. */
export function moneyStages(tenantId: string, ask: LeadReportAsk, piece: Piece): Document[] {
  const { from, before, basis } = ask;
  const occurredAt = { $gte: piece.from, $lt: piece.before };
  const isCost = { $in: ['$type', costs] };
  return [
    {
      $match: {
        tenantId,
        occurredAt,
        ...(basis === 'received' && { receivedAt: { $gte: from, $lt: before } }),
        // A sale without a price is no money.
        minor: { $ne: 0 },
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
