/**
 * What follows from a return's status. Each step is repeatable, in the order written, and `dueAt` is removed last: until
 * then the sweep goes on with the return, wherever a process died.
 *
 * | status            | what follows                                                                | then                       |
 * | ----------------- | --------------------------------------------------------------------------- | -------------------------- |
 * | opening           | it is counted in its quota                                                  | requested, approved, or it |
 * |                   |                                                                             | is deleted: a full quota   |
 * | approved          | what is left of the sale and what its supplier gives back is booked, the    | complete                   |
 * |                   | lead gets its status, its event is                                          |                            |
 * |                   | planned                                                                     |                            |
 * | denied, withdrawn | it leaves the quota                                                         | complete                   |
 * | requested         | nothing: a person decides                                                   |                            |
 *
 * Whoever wrote the return, or an entry of it, may have read the lead before an erasure and been frozen until it was over.
 * So what names the person is looked at after it was written, and before anything is told.
 */
import { hasPersonalSubIds, type ReturnRecord } from '@sluice/contracts';
import { returnedEvent, returnEntry, setStatusEffects } from '@sluice/domain';
import { failpoint } from '@sluice/process';
import { now } from '../core.js';
import { eraseAgain } from '../lead/erase-again.js';
import { reverseCosts } from '../ledger/book-cost.js';
import { leadContext } from '../planning/lead-context.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';
import { postbackOfReturn } from '../planning/plan-postback.js';
import { planLeadEffects } from '../planning/plan-lead-effects.js';
import { leftToReturn } from './left-to-return.js';
import { countInQuota } from './return-quota.js';

/** What an erasure leaves of a reason in a person's own words. */
const ERASED = 'erased';

/** What completing returns uses of the core. */
export type ReturnDeps = LeadEffectDeps;

/** Writes what follows, and answers the return as it is then; undefined if the quota had no room for it. Repeatable. */
export async function completeReturn(
  core: ReturnDeps,
  tenantId: string,
  written: ReturnRecord,
): Promise<ReturnRecord | undefined> {
  const record = written.dueAt === undefined ? written : await withoutErased(core, tenantId, written);
  if (record.status === 'opening') return completeOpening(core, tenantId, record);
  if (record.dueAt === undefined) return record;
  const { returns, returnQuotas } = core.stores.forTenant(tenantId);
  if (record.status === 'approved') await completeApproved(core, tenantId, record);
  else await returnQuotas.release(record, record.submissionId);
  await returns.complete(record);
  const { dueAt: _dueAt, ...completed } = record;
  return completed;
}

// The return as it is kept: without a person who was erased before it was written.
async function withoutErased(
  core: ReturnDeps,
  tenantId: string,
  record: ReturnRecord,
): Promise<ReturnRecord> {
  const { leadId, submissionId, note, decisionNote, reason = ERASED, isListedReason = false } = record;
  const isOwnReason = isListedReason || reason === ERASED;
  const namesNobody = isOwnReason && note === undefined && decisionNote === undefined;
  if (namesNobody && !hasPersonalSubIds(record)) return record;
  if (!(await eraseAgain(core, { tenantId, leadId }))) return record;
  return (await core.stores.forTenant(tenantId).returns.ofSale(submissionId)) ?? record;
}

/** When the sweep goes on with a return that was written now. */
export function returnDueAt(core: ReturnDeps): Date {
  return new Date(now(core).getTime() + core.stores.sweepTiming.firstLookMs);
}

async function completeOpening(
  core: ReturnDeps,
  tenantId: string,
  record: ReturnRecord,
): Promise<ReturnRecord | undefined> {
  const { returns } = core.stores.forTenant(tenantId);
  await failpoint('after-return-opened', record);
  const admission = await countInQuota(core, tenantId, record);
  await failpoint('after-return-counted', record);
  if (admission === 'full') await returns.discard(record);
  else if (admission === 'counted' && (await approvesItself(core, tenantId, record))) {
    const decided = { status: 'approved', decidedAt: now(core) } as const;
    await returns.decide(record, 'opening', decided, returnDueAt(core));
  } else if (admission === 'counted') await returns.request(record);
  // Another process may have gone on with it meanwhile.
  const after = await returns.ofSale(record.submissionId);
  if (after?.returnId !== record.returnId) return undefined;
  if (after.status === 'opening') throw new Error(`return ${after.returnId} cannot be opened`);
  return completeReturn(core, tenantId, after);
}

// A person may have corrected all of the sale away since it was requested.
async function approvesItself(core: ReturnDeps, tenantId: string, record: ReturnRecord): Promise<boolean> {
  return record.autoApprove === true && (await leftToReturn(core, tenantId, record)) !== undefined;
}

async function completeApproved(core: ReturnDeps, tenantId: string, record: ReturnRecord): Promise<void> {
  const { leadId, submissionId, isByStatus, decidedAt = now(core) } = record;
  const { ledger, leads, returnQuotas } = core.stores.forTenant(tenantId);
  await failpoint('after-return-approved', record);
  if (isByStatus) await returnQuotas.countForGood(record, submissionId);
  const left = await leftToReturn(core, tenantId, record);
  const booked = left === undefined ? [] : [await ledger.book(returnEntry(record, left, decidedAt))];
  booked.push(...(await reverseCosts(core, tenantId, record, decidedAt)));
  if (booked.some(hasPersonalSubIds)) await eraseAgain(core, { tenantId, leadId });
  await failpoint('after-return-booked', record);
  await leads.recordReturned(leadId, submissionId, decidedAt);
  await failpoint('after-return-status', record);
  await planReturnedEffects(core, tenantId, record);
  await failpoint('after-return-effects', record);
}

// The milestones of the status are reached only by a lead that has it.
async function planReturnedEffects(core: ReturnDeps, tenantId: string, record: ReturnRecord): Promise<void> {
  const { leads, campaigns } = core.stores.forTenant(tenantId);
  const lead = await leads.find(record.leadId);
  // Deleted by its age: there is nobody left to tell about.
  if (!lead) return;
  const { campaignId, submissionId, placedCampaignId, reason } = record;
  const context = await leadContext(core, lead, { campaignId, submissionId });
  const effects =
    lead.status === 'returned'
      ? setStatusEffects(context, await campaigns.cached(placedCampaignId), 'returned', reason)
      : returnedEvent(context, reason);
  const postbacks = await postbackOfReturn(core, lead, record);
  await planLeadEffects(core, lead, [...effects, ...postbacks], context.now);
}
