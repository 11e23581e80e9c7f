/**
 * Which leads may be deleted by age: no worker processes anything about them any more, no operator has to decide, and
 * nothing about them is young.
 */
import { UNKNOWN_OUTCOME } from '@sluice/contracts';
import { idOf } from '../driver/keys.js';
import type { LeadDocument } from '../leads/lead-document.js';
import type { StoreDb } from '../registry/collections.js';
import { under, withIds } from '../registry/lead-keys.js';
import { lastOf, olderKeys } from './range.js';
import { keysOf } from './remove.js';
import type { MarkableLead } from './removal-store.js';

/** Lead statuses that the pipeline or a person has yet to change. */
const unfinishedStatuses: readonly string[] = [
  'pending',
  'processing',
  'qualified',
  'queued',
  'pending_action',
];

/** A part of a tenant's leads, the oldest first. */
export interface LeadsAsk {
  readonly tenantId: string;
  /** What is younger stays. */
  readonly before: Date;
  readonly after: string | undefined;
  readonly limit: number;
}

/** The finished ones among the next `limit` leads, and where to continue; undefined if there are no more. */
export async function finishedLeads(
  db: StoreDb,
  { tenantId, before, after, limit }: LeadsAsk,
): Promise<{ readonly leads: readonly MarkableLead[]; readonly next: string | undefined }> {
  const found = await db
    .collection('leads')
    .find(
      { _id: olderKeys(tenantId, 'lead_', before, after) },
      {
        projection: {
          status: 1,
          reason: 1,
          createdAt: 1,
          updatedAt: 1,
          revision: 1,
          lastSubmissionId: 1,
          removal: 1,
        },
      },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const next = lastOf(
    found.map(({ _id }) => _id),
    limit,
  );
  const quiet = found.filter((lead) => isQuiet(lead, before));
  const busy = await busyAmong(
    db,
    tenantId,
    before,
    quiet.map(({ _id }) => idOf(_id)),
  );
  return { leads: quiet.filter(({ _id }) => !busy.has(idOf(_id))).map(markable), next };
}

function isQuiet({ status, updatedAt, removal }: LeadDocument, before: Date): boolean {
  return updatedAt < before && !unfinishedStatuses.includes(status) && !removal;
}

/** The leads among these about which something is unfinished or young. */
async function busyAmong(
  db: StoreDb,
  tenantId: string,
  before: Date,
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (leadIds.length === 0) return new Set();
  const ofThem = { tenantId, leadId: { $in: [...leadIds] } };
  const young = { $gte: before.toISOString() };
  const of = await keysOf(db, tenantId, leadIds);
  const effects = [
    ...under(of, [...of.leads, ...of.submissions, ...of.messages, ...of.ordered]),
    ...withIds(of, of.ordered),
  ];
  const leadOnly = { projection: { leadId: 1 } } as const;
  const busy = await Promise.all([
    db
      .collection('submissions')
      .find({ ...ofThem, ...unfinishedSince(before) }, leadOnly)
      .toArray(),
    db
      .collection('interactions')
      .find({ ...ofThem, updatedAt: young }, leadOnly)
      .toArray(),
    db
      .collection('messages')
      .find({ ...ofThem, $or: [{ updatedAt: young }, { status: 'queued' }] }, leadOnly)
      .toArray(),
    ...effects.map((filter) =>
      db
        .collection('effects')
        .find({ ...filter, status: 'due' }, leadOnly)
        .toArray(),
    ),
  ]);
  return new Set(busy.flat().flatMap(({ leadId }) => leadId ?? []));
}

// Everything but a submission that ended before `before`, and not with an unknown outcome.
function unfinishedSince(before: Date) {
  return {
    $or: [
      { dueAt: { $exists: true } },
      { reason: UNKNOWN_OUTCOME },
      { endedAt: { $exists: false } },
      { endedAt: { $gte: before } },
    ],
  };
}

function markable({ revision, ...lead }: LeadDocument): MarkableLead {
  return { ...lead, revision };
}
