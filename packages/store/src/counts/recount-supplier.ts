/**
 * Counts what a supplier has sent again, because its tenant's time zone changed and its periods begin at other instants.
 * What was counted is known from the first decisions about its leads. Unlike placements these are few and of the running
 * month, so that one query adds them up, and one update puts the sums in place of the old ones if nothing was counted
 * meanwhile; whoever finds the old time zone after that begins anew.
 */
import type { Collection, Document } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import type { LeadDocument } from '../leads/lead-document.js';
import { turning, type CountDocument, type PeriodStarts } from './count-document.js';

/** The collections that it reads and changes. */
export interface SupplierRecountCollections {
  readonly counts: Collection<CountDocument>;
  readonly leads: Collection<LeadDocument>;
}

/** The count to make anew. */
export interface SupplierRecounting {
  readonly tenantId: string;
  readonly key: string;
  readonly supplierId: string;
  readonly zone: string;
  readonly starts: PeriodStarts;
}

const QUERY_MS = 20_000;
/** A lead is decided soon after it came in; one that waited longer counts for the periods before. */
const DECIDED_WITHIN_MS = 60 * 60_000;

/** Recounts, unless the time zone changed in the last `settledMs`, or leads were counted meanwhile. */
export async function recountSupplier(
  { counts, leads }: SupplierRecountCollections,
  { tenantId, key, supplierId, zone, starts }: SupplierRecounting,
  settledMs: number,
): Promise<void> {
  const seen = await counts.findOne({ _id: key, zone: { $ne: zone } }, { projection: { lifetime: 1 } });
  if (!seen) return;
  const earliest = Math.min(...turning.map((type) => starts[type].getTime()));
  const since = new Date(earliest - DECIDED_WITHIN_MS);
  const [sums] = await leads
    .aggregate<Readonly<Record<string, number>>>(
      [
        { $match: { tenantId, supplierId, createdAt: { $gte: since } } },
        { $set: { first: firstDecision(tenantId) } },
        { $lookup: { from: 'decisions', localField: 'first', foreignField: '_id', as: 'decided' } },
        { $match: { 'decided.decision.opening': { $exists: true } } },
        { $set: { at: { $first: '$decided.decidedAt' } } },
        {
          $group: {
            _id: null,
            ...Object.fromEntries(turning.map((type) => [type, leadsSince(starts[type])])),
          },
        },
      ],
      { maxTimeMS: QUERY_MS },
    )
    .toArray();
  const periods = Object.fromEntries<Document>(
    turning.map((type) => [type, { start: starts[type], placed: sums?.[type] ?? 0, money: {} }]),
  );
  const isSettled = { $lt: [{ $add: [{ $ifNull: ['$zoneSince', new Date(0)] }, settledMs] }, '$$NOW'] };
  await counts.updateOne(
    { _id: key, zone: { $ne: zone }, 'lifetime.placed': seen.lifetime.placed, $expr: isSettled },
    [{ $set: { zone: { $literal: zone }, zoneSince: '$$NOW', ...periods } }],
  );
}

function leadsSince(start: Date): Document {
  return { $sum: { $cond: [{ $gte: ['$at', start] }, 1, 0] } };
}

function firstDecision(tenantId: string): Document {
  return { $concat: [keyOf(tenantId, ''), { $first: '$submissionIds' }, '.qualification.0'] };
}
