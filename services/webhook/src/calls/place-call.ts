/**
 * Places the call that a first submission waits for, and ends the wait if no verdict comes. **Nobody is called twice**:
 *
 * 1. The interaction is written and the attempt claimed before the vendor is asked.
 * 2. Only an attempt that certainly placed no call is followed by another.
 * 3. After any other, the call is looked up by the ids that it carries, and never placed again.
 *
 * The verdict comes with the vendor's events (the gateway's voice hook); this worker looks the call up once, a day after
 * it was placed.
 */
import type { CallIds, DueEffect, EffectAttempt, Interaction, OwnReason } from '@sluice/contracts';
import { afterCallAttempt, decisionWithoutVerdict, redactSecrets } from '@sluice/domain';
import {
  callToPlace,
  decideCall,
  followCall,
  isUnderWay,
  now,
  quietHoursFor,
  recordEffectResult,
  uncalled,
  updateInteraction,
  type EffectResult,
} from '@sluice/pipeline';
import { retellAccount, type RetellAccount } from '@sluice/providers';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import type { AttemptOutcome, DeliveryAttempt, StoredSubmission } from '@sluice/store';
import { attemptsAtCall } from '../attempts-at-call.js';
import type { WebhookDeps } from '../deps.js';
import { triedAt } from '../tried-at.js';
import {
  beginInteraction,
  CALL_LEASE_MS,
  callOf,
  callWith,
  lookUp,
  makeCall,
  showPlaced,
} from './call-attempt.js';

/** A call without a verdict is looked up this long after it was placed. */
const VERDICT_WITHIN_MS = 24 * 3_600_000;
/** How often a look-up that fails is repeated, and how long after the one before. */
const LOOK_UPS = 5;
const LOOK_UP_AGAIN_MS = 60_000;

/** What the steps of one call share. */
interface Waiting {
  readonly deps: WebhookDeps;
  readonly effect: DueEffect<'call'>;
  readonly submission: StoredSubmission;
  readonly ids: CallIds;
  /** Undefined if the tenant no longer has one. */
  readonly account: RetellAccount | undefined;
}

/** Takes the next step of a call. */
export async function placeCall(deps: WebhookDeps, effect: DueEffect<'call'>): Promise<StageOutcome> {
  const { tenantId, leadId, submissionId } = effect;
  const { submissions, journal, attempts } = deps.stores.forTenant(tenantId);
  const [submission, decided] = await Promise.all([
    submissions.find(submissionId),
    journal.find(submissionId, 'action', 0),
  ]);
  const skip = (reason: OwnReason) => recordEffectResult(deps, effect, { kind: 'skipped', reason });
  if (!submission || submission.dueAt === undefined) return skip('submission_gone');
  if (decided) return skip('decided_before');
  const { interactionId } = effect.body;
  const account = retellAccount(await deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys));
  const ids = { tenantId, leadId, submissionId, interactionId };
  const waiting = { deps, effect, submission, ids, account };

  const last = (await attempts.ofGeneration(attemptsAtCall(effect))).at(-1);
  return last ? continueAfter(waiting, last) : place(waiting, 1);
}

async function continueAfter(waiting: Waiting, last: DeliveryAttempt): Promise<StageOutcome> {
  const { deps, effect } = waiting;
  const { n, outcome, leaseUntil: until } = last;
  if (isUnderWay(last, now(deps))) return uncalled(deps, effect, { kind: 'under_way', until });
  if (outcome?.kind === 'retry') return place(waiting, n + 1);
  if (outcome?.kind === 'accepted') return awaitVerdict(waiting, outcome);
  if (outcome?.kind === 'rejected') return refused(waiting, outcome.reason ?? 'unknown');
  return find(waiting, n);
}

async function place(waiting: Waiting, n: number): Promise<StageOutcome> {
  const { deps, effect, submission, ids, account } = waiting;
  const campaign = await deps.stores.forTenant(ids.tenantId).campaigns.cached(effect.campaignId);
  // Asked again: the person may have opted out, or the configuration have changed, while the call waited.
  const asked = await callToPlace(deps, submission, campaign);
  if (asked?.kind !== 'call' || !account)
    return notCalled(waiting, asked?.kind === 'not_called' ? asked.because : 'no_longer_configured');
  const { until, trace } = await quietHoursFor(deps, effect, CALL_LEASE_MS);
  if (until)
    return recordEffectResult(deps, effect, { kind: 'wait', at: until, reason: 'quiet_hours', trace });
  const call = await callWith(deps, submission, asked.order, ids);
  if (!call) return notCalled(waiting, 'template_failed');
  await beginInteraction(deps, submission, campaign, call);

  const called = await makeCall(deps, effect, submission, account, { n, call });
  if (called.kind === 'left') return continueAfter(waiting, called.left);
  if (called.kind !== 'answered') return uncalled(deps, effect, called);
  const { answer, placing } = called.answer;
  const tried = {
    ...triedAt(called.startedAt, answer, redactSecrets([account.apiKey])),
    ...(trace.length > 0 && { trace }),
  };
  const at = now(deps);
  const after = afterCallAttempt(placing, { n, now: at, random01: Math.random() });
  await failpoint('after-outcome-before-decision', submission);
  switch (after.kind) {
    case 'placed':
      await showPlaced(deps, ids, after.callId);
      return recordEffectResult(deps, effect, awaiting(at, { ...tried, outcome: 'done' }));
    case 'again': {
      const attempt: EffectAttempt = { ...tried, outcome: 'retry', error: after.reason };
      return recordEffectResult(deps, effect, { kind: 'again', at: after.at, attempt });
    }
    case 'failed':
      return refused(waiting, after.reason, { ...tried, outcome: 'failed', error: after.reason });
    case 'look_up':
      return find(waiting, n, { ...tried, outcome: 'retry', error: after.reason });
  }
}

// Whether the call was placed is not known. The vendor is asked for it, and not for another one.
async function find(waiting: Waiting, n: number, tried?: EffectAttempt): Promise<StageOutcome> {
  const { deps, effect, ids, account } = waiting;
  const found = account ? await lookUp(deps, account, ids) : ({ kind: 'none' } as const);
  const at = now(deps);
  if (found.kind === 'found') {
    const { callId } = found.call;
    const { attempts } = deps.stores.forTenant(ids.tenantId);
    const placed = { kind: 'accepted', reference: callId, endedAt: at, durationMs: 0 } as const;
    await attempts.conclude(attemptsAtCall(effect), n, placed);
    await showPlaced(deps, ids, callId);
    return recordEffectResult(deps, effect, awaiting(at, tried));
  }
  if (found.kind === 'failed' && effect.attempts.length < LOOK_UPS) {
    const looked: EffectAttempt = { at, durationMs: 0, outcome: 'retry', error: found.reason };
    const again = new Date(at.getTime() + LOOK_UP_AGAIN_MS);
    return recordEffectResult(deps, effect, { kind: 'again', at: again, attempt: tried ?? looked });
  }
  return giveUp(waiting, 'unknown_outcome', {
    reason: 'unknown_outcome',
    shown: { status: 'failed', errorCode: 'unknown_outcome' },
    tried,
  });
}

async function awaitVerdict(
  waiting: Waiting,
  { endedAt: placedAt, reference = '' }: AttemptOutcome,
): Promise<StageOutcome> {
  const { deps, effect, ids, account } = waiting;
  if (now(deps).getTime() < placedAt.getTime() + VERDICT_WITHIN_MS)
    return recordEffectResult(deps, effect, awaiting(placedAt));
  const call = account && (await callOf(deps, account, reference));
  if (call) await followCall(deps, ids, call, `looked_up.${call.callId}`);
  if (call?.isQualified !== undefined) return { outcome: 'verdict_found' };
  return giveUp(waiting, 'no_verdict', { reason: 'no_verdict' });
}

function awaiting(placedAt: Date, attempt?: EffectAttempt): EffectResult {
  const at = new Date(placedAt.getTime() + VERDICT_WITHIN_MS);
  return { kind: 'wait', at, reason: 'awaiting_verdict', ...(attempt && { attempt }) };
}

async function refused(waiting: Waiting, reason: string, tried?: EffectAttempt): Promise<StageOutcome> {
  const shown = { status: 'failed', errorCode: reason } as const;
  return giveUp(waiting, 'call_refused', { reason, shown, tried });
}

async function notCalled(waiting: Waiting, because: OwnReason): Promise<StageOutcome> {
  return giveUp(waiting, 'voice_ai', { reason: because });
}

/** How a call ended without a verdict. */
interface GivenUp {
  readonly reason: string;
  readonly tried?: EffectAttempt;
  /** What its interaction shows, if it has one. */
  readonly shown?: Partial<Interaction>;
}

// The submission goes on by the decision: a person has to act.
async function giveUp(
  { deps, submission, ids }: Waiting,
  decisionReason: OwnReason,
  { reason, tried, shown }: GivenUp,
): Promise<StageOutcome> {
  if (shown) await updateInteraction(deps, ids, shown, `given_up.${reason}`);
  await decideCall(deps, submission, decisionWithoutVerdict(decisionReason, reason), {
    status: 'failed',
    reason,
    attempt: tried,
  });
  return { outcome: decisionReason, fields: { leadId: ids.leadId, submissionId: ids.submissionId } };
}
