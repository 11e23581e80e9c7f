/** Delivery: posts a routed lead to its buyer. This file is the order of the steps; an attempt is in `attempt.ts`. */
import {
  deliveryQueue,
  longestTimeoutSeconds,
  type DeliveryDecision,
  type StagePayload,
} from '@sluice/contracts';
import {
  decideAfterAttempt,
  decideWithoutDestination,
  leaseRanOut,
  type AfterAttempt,
  type Destination,
  type NoDestination,
} from '@sluice/domain';
import {
  loadSubmission,
  conclude,
  advance,
  destinationFor,
  isUnderWay,
  nothingLeft,
  now,
  RECORDING_MS,
  underWay,
  type RoutingOutcome,
  type LoadedSubmission,
} from '@sluice/pipeline';
import { defineStage, jobBudgetMs, type StageOutcome } from '@sluice/queue';
import type { TenantStores } from '@sluice/store';
import { attempt, resultOf, type Delivery } from './attempt.js';
import { attemptsOf } from './attempts-of.js';
import { considerNext } from './consider-next.js';
import type { DeliveryDeps } from './deps.js';
import { readConsent } from './read-consent.js';
import { withMailServer } from './send-request.js';

export const deliveryStage = defineStage<StagePayload, DeliveryDeps>({
  queue: deliveryQueue,
  budgetMs: jobBudgetMs(longestTimeoutSeconds.delivery * 1_000 + RECORDING_MS),

  async run(payload, deps, run) {
    const [loaded, routing] = await Promise.all([
      loadSubmission(deps, 'delivery', payload, run),
      routingOf(deps.stores.forTenant(payload.tenantId), payload),
    ]);
    if (!loaded) return nothingLeft;
    if (loaded.recorded)
      return (await resume(deps, loaded, routing)) ?? end({ deps, loaded, routing }, loaded.recorded);
    if (!routing) throw new Error('no routing outcome for this delivery');

    const { deliveryInfo } = loaded.submission;
    const configured = await destinationFor(loaded.stores, routing.routed, { deliveryInfo, read: 'cached' });
    const destination = await withMailServer(deps, payload.tenantId, configured);
    const made = run.first ? [] : await loaded.stores.attempts.ofGeneration(payload);
    const consent = await readConsent(loaded, routing);
    if (!consent) return notAnsweredYet;
    const certificate = consent.kind === 'goes_on' ? consent.trace : [];
    const delivery = { deps, loaded, routing, destination, made, certificate };
    return consent.kind === 'decided' && made.length === 0
      ? concludeAfter(delivery, { kind: 'final', decision: consent.decision, keepsSlot: false })
      : proceed(delivery);
  },
});

// The worker of the check enqueues it again.
const notAnsweredYet: StageOutcome = { outcome: 'not_answered_yet' };

// An operator may have resolved the unknown outcome meanwhile.
async function resume(
  deps: DeliveryDeps,
  { submission, stores }: LoadedSubmission<'delivery'>,
  routing: RoutingOutcome | undefined,
): Promise<StageOutcome | undefined> {
  const decision = await stores.journal.find(submission.submissionId, 'resolution', 0);
  if (!decision) return undefined;
  await advance(
    deps,
    submission,
    { stage: 'resolution', generation: 0, decision, decidedAt: now(deps) },
    { routing },
  );
  return { outcome: decision.kind, fields: { leadId: submission.leadId } };
}

async function routingOf(
  { journal }: Pick<TenantStores, 'journal'>,
  { submissionId, generation }: StagePayload,
): Promise<RoutingOutcome | undefined> {
  const routed = await journal.findRouted(submissionId, generation);
  return routed && { routed, generation };
}

/**
 * Continues after the attempts made so far: concludes the last one, waits, or makes the next. It also runs without a
 * destination, so that the outcome of the attempts is not lost with the destination.
 */
async function proceed(delivery: Delivery<Destination | NoDestination>): Promise<StageOutcome> {
  const { deps, loaded, routing, destination, made, certificate } = delivery;
  const last = made.at(-1);
  if (!last) return next(delivery);

  const { outcome, ending } = last;
  if (ending) return end(delivery, ending);
  if (isUnderWay(last, now(deps))) {
    await postpone(delivery, last.leaseUntil);
    return underWay(loaded.submission, last.n, last.leaseUntil);
  }
  if (outcome?.nextAt && outcome.nextAt > now(deps)) return wait(delivery, outcome.nextAt, 'retry');
  const unanswerable = destination.kind === 'none' && outcome?.kind === 'unknown';
  if (outcome?.nextAt || unanswerable) return next(delivery);
  // The attempt or its lease has ended, and no worker has concluded the attempt yet.
  const result = outcome ? resultOf(outcome) : leaseRanOut;
  const decided = decideAfterAttempt({
    earlier: made.slice(0, -1),
    n: last.n,
    result,
    // Without a destination no further attempt is planned.
    destination:
      destination.kind === 'none' ? { ...destination, retries: 0, onAmbiguous: 'hold' } : destination,
    placement: routing.routed,
    now: now(deps),
    random01: Math.random(),
  });
  const after = await considerNext(loaded, { after: decided, routing, certificate });
  if (!outcome || after.kind === 'again') {
    const { stores } = loaded;
    await stores.attempts.concludeIfUnchanged(attemptsOf(loaded), last.n, outcome, {
      ...outcome,
      kind: result.kind,
      ...(result.reason !== undefined && { reason: result.reason }),
      endedAt: outcome?.endedAt ?? last.leaseUntil,
      durationMs: outcome?.durationMs ?? 0,
      ...(after.kind === 'again' && { nextAt: after.at }),
    });
    // The worker of the attempt may have been slow rather than dead; an outcome that it wrote meanwhile counts.
    return lookAgain(delivery);
  }
  return concludeAfter(delivery, after);
}

async function lookAgain(delivery: Delivery<Destination | NoDestination>): Promise<StageOutcome> {
  const { loaded } = delivery;
  return proceed({ ...delivery, made: await loaded.stores.attempts.ofGeneration(attemptsOf(loaded)) });
}

async function next(delivery: Delivery<Destination | NoDestination>): Promise<StageOutcome> {
  const { destination } = delivery;
  if (destination.kind === 'none') return endWithout({ ...delivery, destination });
  const attempted = await attempt({ ...delivery, destination });
  switch (attempted.kind) {
    case 'circuit_open':
      return wait(delivery, attempted.until, 'circuit_open');
    case 'look_again':
      return lookAgain(delivery);
    case 'concluded':
      return attempted.outcome;
    case 'made':
      return concludeAfter(delivery, attempted.after);
  }
}

// The next attempt is cancelled first: a worker that still knows a destination may be about to make it.
async function endWithout(delivery: Delivery<NoDestination>): Promise<StageOutcome> {
  const { deps, loaded, destination, made, certificate } = delivery;
  const { stores } = loaded;
  const decision = decideWithoutDestination(destination, made);
  const ending = { ...decision, trace: [...certificate, ...decision.trace] };
  const n = (made.at(-1)?.n ?? 0) + 1;
  return (await stores.attempts.cancel(attemptsOf(loaded), n, ending, now(deps)))
    ? end(delivery, ending)
    : lookAgain(delivery);
}

async function concludeAfter(
  delivery: Delivery<Destination | NoDestination>,
  after: AfterAttempt,
): Promise<StageOutcome> {
  const { deps, loaded, made } = delivery;
  if (after.kind === 'again') return wait(delivery, after.at, 'retry');
  const { decision } = after;
  if (decision.kind !== 'passed_on') return end(delivery, decision);
  // First no worker may be able to ask this buyer again.
  const n = (made.at(-1)?.n ?? 0) + 1;
  return (await loaded.stores.attempts.cancel(attemptsOf(loaded), n, decision, now(deps)))
    ? end(delivery, decision)
    : lookAgain(delivery);
}

async function end(
  {
    deps,
    loaded,
    routing,
  }: Pick<Delivery, 'deps' | 'loaded'> & { readonly routing?: RoutingOutcome | undefined },
  decision: DeliveryDecision,
): Promise<StageOutcome> {
  return (await conclude(deps, loaded, decision, { routing })).outcome;
}

async function wait(
  delivery: Pick<Delivery, 'deps' | 'loaded'>,
  until: Date,
  outcome: string,
): Promise<StageOutcome> {
  await postpone(delivery, until);
  return { outcome, againAt: until, fields: { leadId: delivery.loaded.submission.leadId } };
}

async function postpone(
  { deps, loaded: { stores, submission } }: Pick<Delivery, 'deps' | 'loaded'>,
  until: Date,
): Promise<void> {
  const dueAt = new Date(until.getTime() + deps.stores.sweepTiming.lateByMs);
  await stores.submissions.postpone(submission.submissionId, dueAt, until);
}
