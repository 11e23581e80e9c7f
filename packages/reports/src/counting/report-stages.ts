/** How the database counts the leads and the money of some time. */
import { isMoney } from '@sluice/store';
import {
  consentStatuses,
  UNKNOWN_OUTCOME,
  type OwnReason,
  type ReportKey,
  type ReportNumber,
} from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { Piece } from './pieces.js';
import type { Span } from './spans.js';

/** What is counted, and by what. */
export interface Counting {
  readonly tenantId: string;
  readonly rows: CountedRows;
  readonly span: Span;
}

/** The rows to count. */
export interface CountedRows {
  readonly keys: readonly RowKey[];
  /** Only what is of these suppliers; absent: all. */
  readonly supplierIds?: readonly string[] | undefined;
}

/** What the database finds by an index before anything is counted. */
export function ofSuppliers({ supplierIds }: CountedRows): Document {
  return supplierIds ? { supplierId: { $in: supplierIds } } : {};
}

/** By what may be counted: what people ask for, and the campaign that a supplier sent its leads to. */
export type CountedKey = ReportKey | 'sentTo';

/** The keys of a report, apart from its days. */
export type RowKey = Exclude<CountedKey, 'day'>;

const costs = ['cost', 'cost_reversal'];
const overLimit = 'supplier_limit' satisfies OwnReason;

/**
 * Counts the leads that came in during `piece`. Each is read once, so that one that ends meanwhile is neither left out nor
 * counted twice.
 */
export function leadStages({ tenantId, rows, span }: Counting, { from, before }: Piece): Document[] {
  const rowOf = (endedAt: string) => ({
    from: span.from('$createdAt'),
    at: span.at({ $ifNull: [endedAt, '$createdAt'] }),
    ...rowKeysOf(rows.keys),
  });
  const counted = (row: string | Document) => ({
    $group: { _id: row, ...numbers, unqualified: sumOf({ $and: [isPending, { $not: [isQualified] }] }) },
  });
  return [
    {
      $match: {
        tenantId,
        createdAt: { $gte: from, $lt: before },
        isTest: { $ne: true },
        ...ofSuppliers(rows),
      },
    },
    // Most leads are untouched, and only counted, by row and status: what is done to each lead takes most of the time.
    {
      $group: {
        _id: {
          row: rowOf('$endedAt'),
          status: '$status',
          reason: { $cond: [{ $eq: ['$reason', overLimit] }, overLimit, null] },
          touched: { $cond: [isUntouched, null, touchedLead(tenantId)] },
        },
        leads: { $sum: 1 },
      },
    },
    {
      $facet: {
        untouched: [
          { $match: { '_id.touched': null } },
          { $project: { row: '$_id.row', last: { status: '$_id.status', reason: '$_id.reason' }, leads: 1 } },
          counted('$row'),
        ],
        touched: [
          { $match: { '_id.touched': { $ne: null } } },
          { $replaceRoot: { newRoot: '$_id.touched' } },
          ...lastSubmission,
          ...saleAndReturn,
          ...qualification,
          { $set: { leads: 1 } },
          counted(rowOf('$last.endedAt')),
        ],
      },
    },
    { $project: { row: { $concatArrays: ['$untouched', '$touched'] } } },
    { $unwind: '$row' },
    { $replaceRoot: { newRoot: '$row' } },
  ];
}

// The keys of the row in which a lead counts, where `placed` says who placed it.
function rowKeysOf(keys: readonly RowKey[]): Document {
  return pick(keys, {
    campaign: '$campaignId',
    placedCampaign: '$placed.campaignId',
    client: { $ifNull: ['$placed.clientId', '$clientId'] },
    offer: { $ifNull: ['$placed.offerId', '$offerId'] },
    supplier: '$supplierId',
    sentTo: '$sentTo',
    subId1: '$subIds.subId1',
  });
}

/** What is read of a lead whose last submission has to be looked up. */
function touchedLead(tenantId: string): Document {
  const fields = [
    'createdAt',
    'campaignId',
    'clientId',
    'offerId',
    'supplierId',
    'sentTo',
    'subIds',
    'status',
  ];
  return {
    ...Object.fromEntries(fields.map((field) => [field, `$${field}`])),
    _id: '$_id',
    key: { $concat: [`${tenantId}/`, '$lastSubmissionId'] },
  };
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
  { $set: { entry: keyIf(is('delivered'), '.sale'), takenBack: keyIf(is('delivered'), '.return') } },
  ...lookUp('ledger', 'entry'),
  ...lookUp('ledger', 'takenBack'),
  {
    $set: {
      placed: {
        campaignId: '$entry.placedCampaignId',
        clientId: '$entry.clientId',
        offerId: '$entry.offerId',
      },
    },
  },
  // A sale from before the ledger has no entry to take back; then the status says it.
  { $set: { isReturned: { $or: ['$takenBack', { $eq: ['$status', 'returned'] }] } } },
];
const ends = ['disqualified', 'duplicate', 'delivered', 'rejected', 'failed', 'error'] as const;
// A submission that ended without an outcome of its own counts as one of our faults.
const withoutOutcome = ['superseded', 'void'];
// A certificate ends a lead before it is routed, or right before its delivery.
const byConsent = { $and: [is('disqualified'), { $in: ['$last.reason', [...consentStatuses]] }] };
// Of these the status does not tell whether they passed qualification: a duplicate may be ours or the buyer's.
const mayHaveQualified = {
  $or: [is('duplicate', 'error', 'pending', 'pending_action', ...withoutOutcome), byConsent],
};
const isAsked = { $eq: ['$qualification.decision.kind', 'asking'] };
const qualifying = ['qualified', 'awaiting_action'];
const qualification: readonly Document[] = [
  { $set: { qualification: keyIf(mayHaveQualified, '.qualification.0') } },
  ...lookUp('decisions', 'qualification'),
  // The decisions of a lead about which checks ask say only that they ask, up to the last one.
  {
    $lookup: {
      from: 'decisions',
      let: { from: keyIf(isAsked, '.qualification.'), before: keyIf(isAsked, '.qualification/') },
      pipeline: [
        { $match: { $expr: { $and: [{ $gt: ['$_id', '$$from'] }, { $lt: ['$_id', '$$before'] }] } } },
        { $match: { 'decision.kind': { $in: qualifying } } },
        { $project: { _id: 1 } },
      ],
      as: 'answered',
    },
  },
];
// A lead that nobody touched since it ended has the status and the reason of its last submission, unless a person
// resolves that one afterwards, or it was erased; and it says where it was placed. So most leads are all that is read.
const isUntouched: Document = {
  $and: [
    { $eq: ['$ended', true] },
    { $ne: [{ $type: '$endedAt' }, 'missing'] },
    { $eq: [{ $type: '$statusSetAt' }, 'missing'] },
    { $not: [{ $in: ['$reason', [UNKNOWN_OUTCOME, 'erased', ...consentStatuses]] }] },
    {
      $or: [
        { $in: ['$status', ['disqualified', 'rejected', 'failed']] },
        { $and: [{ $eq: ['$status', 'delivered'] }, { $ne: [{ $type: '$placed' }, 'missing'] }] },
      ],
    },
  ],
};
const isQualified = {
  $switch: {
    branches: [
      // One too many of its supplier, which is decided before anything else.
      { case: { $and: [is('rejected'), { $eq: ['$last.reason', overLimit] }] }, then: false },
      { case: is('delivered', 'rejected', 'failed', 'queued'), then: true },
      { case: { $and: [is('disqualified'), { $not: [byConsent] }] }, then: false },
      // A repeated delivery is of a lead that qualified before.
      { case: { $ne: [{ $type: '$last.retryOf' }, 'missing'] }, then: true },
    ],
    default: { $or: [{ $in: ['$qualification.decision.kind', qualifying] }, { $ne: ['$answered', []] }] },
  },
};
const sumOf = (condition: Document | true) => ({ $sum: { $cond: [condition, '$leads', 0] } });
const isPending = { $not: [is(...ends, ...withoutOutcome)] };
// What each number counts, of a lead with its last submission.
const isCounted: Readonly<Record<ReportNumber, Document | true>> = {
  received: true,
  qualified: isQualified,
  disqualified: is('disqualified'),
  duplicate: is('duplicate'),
  delivered: is('delivered'),
  rejected: is('rejected'),
  failed: is('failed'),
  error: is('error', ...withoutOutcome),
  pending: isPending,
  // Whoever takes a lead back sets its status.
  returned: { $and: [is('delivered'), '$isReturned'] },
};
const numbers = Object.fromEntries(
  Object.entries(isCounted).map(([number, condition]) => [number, sumOf(condition)]),
);

/** One number of a report, in rows of these keys. */
export interface CountedAs {
  readonly number: ReportNumber;
  /** Each list matches any of its values. */
  readonly rows: Readonly<Partial<Record<RowKey, readonly string[]>>>;
}

/** Of the leads that come in, which no report leaves out for being tests, the keys of those that the number counts. */
export function countedAsStages(tenantId: string, { number, rows }: CountedAs): Document[] {
  const keys = rowKeysOf(Object.keys(rows) as RowKey[]);
  const inRows = Object.entries(rows).map(([key, values]) => ({ $in: [keys[key], { $literal: values }] }));
  return [
    // Most leads are untouched, and those that ended otherwise need no look-ups.
    { $match: { $expr: { $or: [{ $not: [isUntouched] }, { $in: ['$status', untouchedIn[number]] }] } } },
    { $replaceRoot: { newRoot: touchedLead(tenantId) } },
    ...lastSubmission,
    ...saleAndReturn,
    ...qualification,
    { $match: { $expr: { $and: [isCounted[number], ...inRows] } } },
    { $project: { _id: 1 } },
  ];
}

const untouched = ['disqualified', 'rejected', 'failed', 'delivered'];
const untouchedIn: Readonly<Record<ReportNumber, readonly string[]>> = {
  received: untouched,
  qualified: ['rejected', 'failed', 'delivered'],
  disqualified: ['disqualified'],
  duplicate: [],
  delivered: ['delivered'],
  rejected: ['rejected'],
  failed: ['failed'],
  error: [],
  pending: [],
  // Whoever takes a lead back touches it.
  returned: [],
};

/** Adds up the entries about the leads that came in during `piece`. */
export function moneyStages({ tenantId, rows, span }: Counting, { from, before }: Piece): Document[] {
  const isCost = { $in: ['$type', costs] };
  return [
    { $match: { tenantId, receivedAt: { $gte: from, $lt: before }, ...isMoney, ...ofSuppliers(rows) } },
    {
      $group: {
        _id: {
          from: span.from('$receivedAt'),
          at: span.at('$occurredAt'),
          ...pick(rows.keys, {
            campaign: '$campaignId',
            placedCampaign: '$placedCampaignId',
            client: '$clientId',
            offer: '$offerId',
            supplier: '$supplierId',
            sentTo: '$sentTo',
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
