/**
 * Delivery: posts a routed lead to its buyer. Each attempt is claimed before the call and concluded after it, so that
 * whoever takes over knows whether the buyer may have the lead. This file tells the order; the call is in `attempt.ts`.
 */
import { deliveryQueue, longestTimeoutSeconds, type StagePayload } from '@sluice/contracts';
import {
  decideAfterAttempt,
  decideWithoutDestination,
  destinationOf,
  leaseRanOut,
  type AfterAttempt,
  type Destination,
  type NoDestination,
} from '@sluice/domain';
import { arrive, depart, handOn, nothingLeft, now, type Route, type Visit } from '@sluice/pipeline';
import { defineStage, jobBudgetMs, type StageOutcome } from '@sluice/runtime';
import type { DeliveryAttempt, TenantStores } from '@sluice/store';
import { attempt, resultOf } from './attempt.js';
import type { DeliveryDeps } from './deps.js';

export const deliveryStage = defineStage<StagePayload, DeliveryDeps>({
  queue: deliveryQueue,
  budgetMs: jobBudgetMs(longestTimeoutSeconds.delivery * 1_000),

  async run(payload, deps, run) {
    const [visit, route] = await Promise.all([
      arrive(deps, 'delivery', payload, run),
      routeOf(deps.stores.forTenant(payload.tenantId), payload),
    ]);
    if (!visit) return nothingLeft;
    if (visit.standing)
      return (await resume(deps, visit, route)) ?? depart(deps, visit, visit.standing, route);
    if (!route) throw new Error('a delivery without a route');

    const destination = await destinationFor(visit, route);
    const made = run.first ? [] : await visit.stores.attempts.of(payload.submissionId);
    return proceed(deps, visit, route, destination, made);
  },
});

// Somebody may have found out meanwhile what nobody knew at the end.
async function resume(
  deps: DeliveryDeps,
  { submission, stores }: Visit<'delivery'>,
  route: Route | undefined,
): Promise<StageOutcome | undefined> {
  const decision = await stores.journal.standing(submission.submissionId, 'resolution', 0);
  if (!decision) return undefined;
  await handOn(
    deps,
    submission,
    { stage: 'resolution', generation: 0, decision, decidedAt: now(deps) },
    { route },
  );
  return { outcome: decision.kind, fields: { leadId: submission.leadId } };
}

async function routeOf(
  { journal }: Pick<TenantStores, 'journal'>,
  { submissionId, generation }: StagePayload,
): Promise<Route | undefined> {
  const routed = await journal.standing(submissionId, 'routing', generation);
  return routed?.kind === 'routed' ? { routed, generation } : undefined;
}

async function destinationFor({ stores, submission }: Visit<'delivery'>, { routed }: Route) {
  const [campaign, client] = await Promise.all([
    stores.campaigns.recent(routed.campaignId),
    stores.clients.recent(routed.clientId),
  ]);
  const endpoint =
    campaign?.deliveryEndpointId && (await stores.deliveryEndpoints.recent(campaign.deliveryEndpointId));
  return destinationOf({
    campaign: campaign ?? {},
    client,
    endpoints: endpoint ? [endpoint] : [],
    deliveryInfo: submission.deliveryInfo,
  });
}

/**
 * Continues after the attempts made so far: settles the last one, waits, or makes the next. Also where there is nowhere to
 * send it any more: what the attempts came to is not lost with their destination.
 */
async function proceed(
  deps: DeliveryDeps,
  visit: Visit<'delivery'>,
  route: Route,
  destination: Destination | NoDestination,
  made: readonly DeliveryAttempt[],
): Promise<StageOutcome> {
  const last = made.at(-1);
  if (!last) return next(deps, visit, route, destination, made);

  const { outcome, ending } = last;
  if (ending) return depart(deps, visit, ending, route);
  if (!outcome && last.leaseUntil > now(deps)) {
    const waits = await wait(deps, visit, last.leaseUntil, 'attempt_under_way');
    // Not the first attempt that a worker died with: what ends its workers must not take the others along each time.
    return { ...waits, isSuspect: last.n > 1 };
  }
  if (outcome?.nextAt && outcome.nextAt > now(deps)) return wait(deps, visit, outcome.nextAt, 'retry');
  const unanswerable = destination.kind === 'none' && outcome?.kind === 'unknown';
  if (outcome?.nextAt || unanswerable) return next(deps, visit, route, destination, made);
  // The attempt ended, or its lease did, and nobody has drawn the consequence yet.
  const result = outcome ? resultOf(outcome) : leaseRanOut;
  const after = decideAfterAttempt({
    earlier: made.slice(0, -1),
    n: last.n,
    result,
    // With nowhere to ask again, nobody plans to.
    destination: destination.kind === 'none' ? { ...destination, onAmbiguous: 'hold' } : destination,
    placement: route.routed,
    now: now(deps),
    random01: Math.random(),
  });
  if (!outcome || after.kind === 'again') {
    const { stores, submission } = visit;
    await stores.attempts.settle(submission.submissionId, last.n, outcome, {
      ...outcome,
      kind: result.kind,
      ...(result.reason !== undefined && { reason: result.reason }),
      endedAt: outcome?.endedAt ?? last.leaseUntil,
      durationMs: outcome?.durationMs ?? 0,
      ...(after.kind === 'again' && { nextAt: after.at }),
    });
    // Its worker may have been slow, not dead: what it wrote meanwhile is what it came to.
    return lookAgain(deps, visit, route, destination);
  }
  return conclude(deps, visit, route, after);
}

async function lookAgain(
  deps: DeliveryDeps,
  visit: Visit<'delivery'>,
  route: Route,
  destination: Destination | NoDestination,
): Promise<StageOutcome> {
  const made = await visit.stores.attempts.of(visit.submission.submissionId);
  return proceed(deps, visit, route, destination, made);
}

async function next(
  deps: DeliveryDeps,
  visit: Visit<'delivery'>,
  route: Route,
  destination: Destination | NoDestination,
  made: readonly DeliveryAttempt[],
): Promise<StageOutcome> {
  if (destination.kind === 'none') return endWithout(deps, visit, route, destination, made);
  const attempted = await attempt(deps, visit, route, destination, made);
  switch (attempted.kind) {
    case 'circuit_open':
      return wait(deps, visit, attempted.until, 'circuit_open');
    case 'claimed_by_another':
      return lookAgain(deps, visit, route, destination);
    case 'made':
      return conclude(deps, visit, route, attempted.after);
  }
}

// The attempt that cannot be made is called off first: a worker that still knows a destination may be about to make it.
async function endWithout(
  deps: DeliveryDeps,
  visit: Visit<'delivery'>,
  route: Route,
  destination: NoDestination,
  made: readonly DeliveryAttempt[],
): Promise<StageOutcome> {
  const { stores, submission } = visit;
  const ending = decideWithoutDestination(destination, made);
  const n = (made.at(-1)?.n ?? 0) + 1;
  return (await stores.attempts.callOff(submission.submissionId, n, ending, now(deps)))
    ? depart(deps, visit, ending, route)
    : lookAgain(deps, visit, route, destination);
}

function conclude(
  deps: DeliveryDeps,
  visit: Visit<'delivery'>,
  route: Route,
  after: AfterAttempt,
): Promise<StageOutcome> {
  return after.kind === 'final'
    ? depart(deps, visit, after.decision, route)
    : wait(deps, visit, after.at, 'retry');
}

async function wait(
  deps: DeliveryDeps,
  { stores, submission }: Visit<'delivery'>,
  until: Date,
  outcome: string,
): Promise<StageOutcome> {
  await stores.submissions.postpone(
    submission.submissionId,
    new Date(until.getTime() + deps.stores.sweepTiming.lateByMs),
    until,
  );
  return { outcome, againAt: until, fields: { leadId: submission.leadId } };
}
