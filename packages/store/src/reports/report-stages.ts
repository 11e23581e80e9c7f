/**
 * How the database counts the leads and the money of some time. Days of leads are told by pieces of an hour, the spans, so
 * that the database need not know a time zone.
 */
import type { ReportKey, ReportNumber } from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { Piece } from './pieces.js';

/** What is counted, and by what. */
export interface Counting {
  readonly tenantId: string;
  /** The length of a span: 60, or 15 for time zones that differ from UTC by no whole number of hours. */
  readonly minutes: SpanMinutes;
  readonly keys: readonly RowKey[];
}

/** The lengths of spans in which reports are counted. */
export const spanMinutes = [60, 15] as const;
export type SpanMinutes = (typeof spanMinutes)[number];

/** The keys of a report, apart from its days. */
export type RowKey = Exclude<ReportKey, 'day'>;

const costs = ['cost', 'cost_reversal'];
/** Entries that are money: a sale without a price is none. An index holds only these. */
export const isMoney = { $or: [{ minor: { $gt: 0 } }, { minor: { $lt: 0 } }] };

/** Each counts some of the leads that came in during `piece`, and together they count every lead once. */
export function leadPipelines(counting: Counting, piece: Piece): readonly Document[][] {
  return parts.map((part) => leadStages(counting, piece, part));
}

/** Some leads, and what is read about them elsewhere. */
interface Part {
  readonly match: Document;
  readonly read: readonly Document[];
}

function leadStages(
  { tenantId, minutes, keys }: Counting,
  { from, before }: Piece,
  { match, read }: Part,
): Document[] {
  return [
    { $match: { tenantId, createdAt: { $gte: from, $lt: before }, isTest: { $ne: true }, ...match } },
    {
      $project: {
        createdAt: 1,
        campaignId: 1,
        clientId: 1,
        offerId: 1,
        status: 1,
        last: { status: '$status', reason: '$reason', endedAt: '$endedAt' },
        key: { $concat: [`${tenantId}/`, '$lastSubmissionId'] },
      },
    },
    ...read,
    {
      $group: {
        _id: {
          from: spanOf('$createdAt', minutes),
          at: spanOf({ $ifNull: ['$last.endedAt', '$createdAt'] }, minutes),
          ...pick(keys, {
            campaign: '$campaignId',
            placedCampaign: '$sale.placedCampaignId',
            client: { $ifNull: ['$sale.clientId', '$clientId'] },
            offer: { $ifNull: ['$sale.offerId', '$offerId'] },
            supplier: '$sale.supplierId',
            subId1: '$sale.subIds.subId1',
          }),
        },
        ...numbers,
        unqualified: one({ $and: [isPending, { $not: [isQualified] }] }),
      },
    },
  ];
}

function spanOf(date: string | Document, minutes: SpanMinutes): Document {
  return { $dateTrunc: { date, unit: 'minute', binSize: minutes } };
}

function pick(keys: readonly RowKey[], of: Readonly<Record<RowKey, string | Document>>): Document {
  return Object.fromEntries(keys.map((key) => [key, { $ifNull: [of[key], null] }]));
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
  // The first decision of a lead that a language model was asked about says only that it was asked.
  { $set: { answered: keyIf({ $eq: ['$qualification.decision.kind', 'asking'] }, '.qualification.1') } },
  ...lookUp('decisions', 'answered'),
];
// A lead that nobody touched since it ended has the status and the reason of its last submission, unless a person
// resolves that one afterwards, or it was erased. So most submissions need not be read.
const untouched = (...statuses: readonly string[]): Document => ({
  ended: true,
  // Leads of earlier releases do not say when they ended.
  endedAt: { $exists: true },
  statusSetAt: { $exists: false },
  status: { $in: [...statuses] },
  reason: { $nin: ['unknown_outcome', 'erased'] },
});
const notSold = ['disqualified', 'duplicate', 'rejected', 'failed'];
const parts: readonly Part[] = [
  { match: untouched(...notSold), read: [] },
  { match: untouched('delivered'), read: saleAndReturn },
  {
    match: { $nor: [untouched('delivered', ...notSold)] },
    read: [...lastSubmission, ...saleAndReturn, ...qualification],
  },
];
const isQualified = {
  $switch: {
    branches: [
      { case: is('delivered', 'rejected', 'failed', 'queued'), then: true },
      { case: is('duplicate'), then: { $not: [isOwnDuplicate] } },
      { case: is('disqualified'), then: false },
    ],
    default: {
      $or: ['$qualification', '$answered'].map((decided) => ({
        $in: [`${decided}.decision.kind`, ['qualified', 'awaiting_action']],
      })),
    },
  },
};
const one = (condition: Document) => ({ $sum: { $cond: [condition, 1, 0] } });
const isPending = { $not: [is(...ends, ...withoutOutcome)] };
const numbers: Readonly<Record<ReportNumber, Document>> = {
  received: { $sum: 1 },
  qualified: one(isQualified),
  disqualified: one(is('disqualified')),
  duplicate: one(is('duplicate')),
  delivered: one(is('delivered')),
  rejected: one(is('rejected')),
  failed: one(is('failed')),
  error: one(is('error', ...withoutOutcome)),
  pending: one(isPending),
  returned: one({ $and: [is('delivered'), '$isReturned'] }),
};

/** Adds up the entries about the leads that came in during `piece`. */
export function moneyStages({ tenantId, minutes, keys }: Counting, { from, before }: Piece): Document[] {
  const isCost = { $in: ['$type', costs] };
  return [
    { $match: { tenantId, receivedAt: { $gte: from, $lt: before }, ...isMoney } },
    {
      $group: {
        _id: {
          from: spanOf('$receivedAt', minutes),
          at: spanOf('$occurredAt', minutes),
          ...pick(keys, {
            campaign: '$campaignId',
            placedCampaign: '$placedCampaignId',
            client: '$clientId',
            offer: '$offerId',
            supplier: '$supplierId',
            subId1: '$subIds.subId1',
          }),
          currency: '$currency',
        },
        revenue: { $sum: { $cond: [isCost, 0, '$minor'] } },
        cost: { $sum: { $cond: [isCost, '$minor', 0] } },
      },
    },
  ];
}
