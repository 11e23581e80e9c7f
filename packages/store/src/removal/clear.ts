/**
 * What a removal clears instead of deleting it: the person goes, and what is counted stays (decisions, placements,
 * prices, the ledger). Each may be repeated, and returns how many documents it changed.
 */
import { effectKinds, personalSubIds, type EffectKind } from '@sluice/contracts';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { AttemptDocument } from '../journal/attempts.js';
import type { EffectDocument } from '../effects/effects.js';
import type { DecisionDocument } from '../journal/decision-document.js';
import type { LeadDocument } from '../leads/lead-document.js';
import type { LedgerDocument } from '../ledger/ledger.js';
import { impersonalAttempt, impersonalDecision, ownOrErased } from '../leads/personal-data.js';
import type { ReturnDocument } from '../ledger/return-store.js';
import type { Clear } from '../registry/entry.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';

const ofPerson = personalSubIds.map((name) => `subIds.${name}`);
/** The sub ids that go with the person; what names a site stays. */
export const withoutSubIds: Readonly<Record<string, ''>> = Object.fromEntries(
  ofPerson.map((path) => [path, '']),
);
const anyOf = (...paths: readonly string[]) => ({
  $or: paths.map((path) => ({ [path]: { $exists: true } })),
});

export const clearSubmissions: Clear<SubmissionDocument> = (submissions, filter) =>
  changeEach(submissions, filter, (submission) => {
    const { data, deliveryInfo, reason } = submission;
    if (isEmpty(data) && deliveryInfo === undefined) return undefined;
    return {
      $set: { data: {}, ...(reason !== undefined && { reason: keptReason(submission) }) },
      $unset: { deliveryInfo: '' as const, ...withoutSubIds },
    };
  });

export const clearDecisions: Clear<DecisionDocument> = (decisions, filter) =>
  changeEach(decisions, filter, ({ stage, decision }) => ({
    $set: { decision: impersonalDecision(stage, decision) },
  }));

export const clearAttempts: Clear<AttemptDocument> = (attempts, filter) =>
  changeEach(attempts, filter, (attempt) => ({
    $set: impersonalAttempt(attempt),
    // The person could be identified from the fingerprint by trying out requests.
    $unset: { sent: '' as const },
  }));

const keptKinds = Object.entries(effectKinds).flatMap(([kind, { erasure }]) =>
  erasure === 'kept' ? [kind as EffectKind] : [],
);

/** Effects that are not done yet are cancelled, because the person they concern is erased. */
export const clearEffects: Clear<EffectDocument> = async (effects, filter, at) => {
  const cancelled = await effects.updateMany(
    { ...filter, status: 'due' },
    { $set: { status: 'skipped', reason: 'erased', endedAt: at }, $unset: { dueAt: '' } },
  );
  const cleared = await effects.updateMany(
    { ...filter, kind: { $nin: keptKinds } },
    { $set: { body: {}, attempts: [] } },
  );
  return Math.max(cancelled.modifiedCount, cleared.modifiedCount);
};

export const clearLedger: Clear<LedgerDocument> = async (ledger, filter) => {
  const { modifiedCount } = await ledger.updateMany(
    { ...filter, ...anyOf('note', 'reference', ...ofPerson) },
    { $unset: { note: '', reference: '', ...withoutSubIds } },
  );
  return modifiedCount;
};

/** A reason of the campaign's list says nothing about a person and stays. */
export const clearReturns: Clear<ReturnDocument> = async (returns, filter) => {
  const notes = await returns.updateMany(
    { ...filter, ...anyOf('note', 'decisionNote', ...ofPerson) },
    { $unset: { note: '', decisionNote: '', ...withoutSubIds } },
  );
  const reasons = await returns.updateMany(
    { ...filter, reason: { $exists: true, $ne: 'erased' }, isListedReason: { $exists: false } },
    { $set: { reason: 'erased' } },
  );
  return Math.max(notes.modifiedCount, reasons.modifiedCount);
};

/** Removes the mark of leads whose erasure is complete. They were cleared, and counted, when they were marked. */
export const endErasure: Clear<LeadDocument> = async (leads, filter) => {
  await leads.updateMany({ ...filter, 'removal.as': 'erasure' }, { $unset: { removal: '' } });
  return 0;
};

/** The reason without a buyer's words, which it may be if the status comes from a delivery. */
export function keptReason({
  status,
  reason = '',
}: {
  readonly status: string;
  readonly reason?: string;
}): string {
  const byBuyer = ['rejected', 'duplicate', 'failed', 'error', 'delivered'].includes(status);
  return byBuyer ? ownOrErased(reason) : reason;
}

export function isEmpty(data: object): boolean {
  return Object.keys(data).length === 0;
}

async function changeEach<D extends { readonly _id: string }>(
  collection: Collection<D>,
  filter: Filter<D>,
  change: (document: D) => UpdateFilter<D> | undefined,
): Promise<number> {
  const changes: { updateOne: { filter: Filter<D>; update: UpdateFilter<D> } }[] = [];
  for await (const document of collection.find(filter)) {
    const update = change(document as D);
    if (update) changes.push({ updateOne: { filter: { _id: document._id } as Filter<D>, update } });
  }
  if (changes.length === 0) return 0;
  return (await collection.bulkWrite(changes, { ordered: false })).modifiedCount;
}
