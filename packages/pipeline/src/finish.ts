/**
 * The end of a submission, in this order: its final decision stands already; slots and duplicate claims are settled;
 * effects are written; the lead comes to rest; last of all nothing is due any more. Each step is repeatable, and
 * until the last one is done the sweep brings the submission back here.
 */
import type { Ending, Routed, StandingDecision, SubmissionRecord } from '@sluice/contracts';
import { currentCounterNames, slotName } from '@sluice/contracts';
import { keepsClaims, leadStatusAfter, slotsAfter, submissionStatusAfter } from '@sluice/domain';
import { failpoint } from '@sluice/runtime';
import type { Placement, TenantStores } from '@sluice/store';
import { dedupeWindowEnd } from './claim-values.js';
import { now, type Core } from './core.js';
import { setOff } from './effects.js';
import { leaveQueues } from './enqueue.js';
import { giveBackSlots } from './give-back-slots.js';

/** Settles everything that `ending` leaves behind. */
export async function finish(
  core: Core,
  submission: SubmissionRecord,
  standing: StandingDecision,
  ending: Ending,
  knownRoute?: Route,
): Promise<void> {
  const stores = core.stores.forTenant(submission.tenantId);
  const route = knownRoute ?? (await routeOf(stores, submission, standing));
  await Promise.all([
    settleSlots(core, stores, submission, route, ending),
    settleClaims(core, stores, submission, ending),
  ]);
  const { leadId, submissionId } = submission;
  await failpoint('after-slots-before-effects', submission);
  await setOff(core, submission, standing);
  await failpoint('after-effects-before-lead', submission);

  const at = now(core);
  const status = leadStatusAfter(ending);
  if (status !== undefined) {
    await stores.leads.rest(leadId, {
      status,
      ended: true,
      ...(ending.reason !== undefined && { reason: ending.reason }),
      ...(ending.kind === 'pending_action' && ending.approval && { approvalStatus: ending.approval }),
      submissionId,
      at,
    });
  }
  // Its request may have read the person's data before an erasure, and written it here after that was done.
  if (ending.kind === 'void' && (await stores.erasure.of(leadId))) await stores.erasure.erase(leadId, at);
  await failpoint('after-lead-before-end', submission);
  const placement = placementOf(submission, route, ending);
  await stores.submissions.end(submissionId, {
    status: submissionStatusAfter(ending),
    ...(ending.reason !== undefined && { reason: ending.reason }),
    endedAt: at,
    ...(placement && { placement }),
  });
  await failpoint('after-end', submission);
  leaveQueues(core, submission);
  core.metrics.submissionsEnded.inc({ tenant: submission.tenantId, status: ending.kind });
}

/** Where a submission was sent, and the generation of routing that said so. */
export interface Route {
  readonly routed: Routed;
  readonly generation: number;
}

// Only an ending at delivery, or one that replaced a delivery, has a route behind it.
async function routeOf(
  { journal }: TenantStores,
  { submissionId }: SubmissionRecord,
  { stage }: StandingDecision,
): Promise<Route | undefined> {
  if (stage !== 'delivery') return undefined;
  const history = await journal.history(submissionId);
  for (const { decision, generation } of history.toReversed()) {
    if (decision.kind === 'routed') return { routed: decision, generation };
  }
  return undefined;
}

async function settleSlots(
  core: Core,
  { slots }: TenantStores,
  { tenantId, submissionId }: SubmissionRecord,
  route: Route | undefined,
  ending: Ending,
): Promise<void> {
  if (!route || route.routed.slots.length === 0) return;
  const name = slotName(submissionId, route.generation);
  const counters = currentCounterNames(route.routed.slots, route.routed.campaignId);
  const fate = slotsAfter(ending);
  if (fate === 'confirm') await slots.confirm(name, counters);
  if (fate === 'release') await giveBackSlots(core, tenantId, name, counters);
}

async function settleClaims(
  core: Core,
  { campaigns, duplicateClaims, journal }: TenantStores,
  { submissionId, leadId, campaignId, first }: SubmissionRecord,
  ending: Ending,
): Promise<void> {
  const keeps = keepsClaims(ending);
  // The claims of a first submission are as old as itself.
  if (keeps && first) return;
  const claims = ending.claims ?? (await journal.standing(submissionId, 'qualification', 0))?.claims ?? [];
  if (!keeps) return duplicateClaims.giveBack(claims, submissionId);
  const campaign = claims.length === 0 ? undefined : await campaigns.recent(campaignId);
  if (campaign) await duplicateClaims.renew(claims, leadId, dedupeWindowEnd(campaign, now(core)));
}

function placementOf(
  { isTest }: SubmissionRecord,
  route: Route | undefined,
  ending: Ending,
): Placement | undefined {
  if (isTest || !route || ending.kind !== 'delivered') return undefined;
  const { campaignId, clientId, reservedAt } = route.routed;
  return { campaignId, clientId, at: reservedAt };
}
