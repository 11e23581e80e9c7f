/** What a buyer's final answer means for the submission: its end, or the next buyer. */
import type { DeliveryDecision, SubmissionRecord, Trace } from '@sluice/contracts';
import { afterNo, buyersNo, UNKNOWN_OUTCOME, type AfterAttempt } from '@sluice/domain';
import { lastRouting, type LoadedSubmission, type RoutingOutcome } from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';

/** What follows from an attempt if no other buyer is considered, and what the attempt rested on. */
export interface Sequel {
  readonly after: AfterAttempt;
  readonly routing: RoutingOutcome;
  /** What is known of the lead's certificate. */
  readonly certificate: Trace;
}

/** What follows from an attempt, once the other buyers are considered. */
export async function considerNext(
  loaded: LoadedSubmission<'delivery'>,
  { after, routing, certificate }: Sequel,
): Promise<AfterAttempt> {
  if (after.kind === 'again') return after;
  const { decision } = after;
  const traced = { ...decision, trace: [...certificate, ...decision.trace] };
  return { ...after, decision: await decisionAfter(loaded, routing, traced) };
}

async function decisionAfter(
  { submission, stores }: LoadedSubmission<'delivery'>,
  { routed }: RoutingOutcome,
  decision: DeliveryDecision,
): Promise<DeliveryDecision> {
  const no = buyersNo(decision);
  if (no === undefined) return decision;
  const { retryOf, deliveryInfo, campaignId } = submission;
  return afterNo(decision, {
    own: await stores.campaigns.cached(campaignId),
    routed,
    isForOneBuyer: retryOf !== undefined || deliveryInfo !== undefined,
    tookItBefore: no === 'duplicate' && (await tookItBefore(stores, submission, routed.clientId)),
  });
}

async function tookItBefore(
  stores: TenantStores,
  { first, leadId, submissionId }: SubmissionRecord,
  clientId: string,
): Promise<boolean> {
  if (first) return false;
  const before = (await stores.leads.before(leadId, submissionId)) ?? [];
  const earlier = await Promise.all(before.map((id) => stores.submissions.find(id)));
  const taken = earlier.filter((one) => one?.status === 'delivered' || one?.reason === UNKNOWN_OUTCOME);
  const routings = await Promise.all(taken.map((one) => lastRouting(stores, one?.submissionId ?? '')));
  return routings.some((routing) => routing?.routed.clientId === clientId);
}
