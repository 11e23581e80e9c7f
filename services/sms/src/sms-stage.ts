/**
 * The SMS worker: hands messages to their vendor (§4.3). Each attempt is claimed before the call and concluded after
 * it, so that the worker that takes over knows whether the vendor may have the message.
 */
import type { DueEffect, SmsOrder } from '@sluice/contracts';
import {
  defineEffectStage,
  now,
  quietHoursFor,
  recordEffectResult,
  type LeadEffectDeps,
} from '@sluice/pipeline';
import { jobBudgetMs, type StageOutcome } from '@sluice/queue';
import type { AttemptsOf } from '@sluice/store';
import type { SmsDeps } from './deps.js';
import { attemptOutcome, recalled } from './outcome-of-try.js';
import { sendMessage } from './send-message.js';
import { concludeMessage } from './conclude-message.js';

/** An older claim belongs to a worker that died; any call that it still made has ended by then. */
const LEASE_MS = 30_000;

export const smsStage = defineEffectStage<'sms', SmsDeps>({
  queue: 'sms',
  budgetMs: jobBudgetMs(LEASE_MS),
  handlers: { sms: sendSms },
});

async function sendSms(deps: SmsDeps, effect: DueEffect<'sms'>): Promise<StageOutcome> {
  const { attempts } = deps.stores.forTenant(effect.tenantId);
  const { body: order } = effect;
  const n = effect.attempts.length + 1;
  // Any call ends within the lease. A claimed attempt may have been sent, and is settled at any hour.
  const { until, trace } = await quietHoursFor(deps, effect, LEASE_MS);
  if (until && !(await isClaimed(deps, effect, n))) {
    return recordEffectResult(deps, effect, { kind: 'wait', at: until, reason: 'quiet_hours', trace });
  }
  const startedAt = now(deps);
  const leaseUntil = new Date(startedAt.getTime() + LEASE_MS);
  const claimed = await attempts.claim(attemptsOf(order), {
    n,
    url: order.provider,
    startedAt,
    leaseUntil,
  });
  if (!claimed) return takeOver(deps, effect, n);
  const outcome = await sendMessage(deps, effect.tenantId, order, leaseUntil);
  await attempts.conclude(attemptsOf(order), n, attemptOutcome(outcome, startedAt, now(deps)));
  return concludeMessage(deps, effect, outcome, { startedAt, trace });
}

// A message is sent in one generation only.
function attemptsOf({ messageId }: SmsOrder): AttemptsOf {
  return { submissionId: messageId, generation: 0 };
}

async function isClaimed(deps: SmsDeps, { tenantId, body }: DueEffect<'sms'>, n: number): Promise<boolean> {
  const claimed = await deps.stores.forTenant(tenantId).attempts.ofGeneration(attemptsOf(body));
  return claimed.some((attempt) => attempt.n === n);
}

// Another worker claimed this attempt: it is in flight, or its worker died before recording the consequences.
async function takeOver(deps: LeadEffectDeps, effect: DueEffect<'sms'>, n: number): Promise<StageOutcome> {
  const { body: order } = effect;
  const { attempts } = deps.stores.forTenant(effect.tenantId);
  const claimed = (await attempts.ofGeneration(attemptsOf(order))).find((attempt) => attempt.n === n);
  if (claimed && !claimed.outcome && claimed.leaseUntil > now(deps)) {
    return { outcome: 'attempt_under_way', againAt: claimed.leaseUntil };
  }
  const outcome = recalled(claimed?.outcome, order.provider);
  return concludeMessage(deps, effect, outcome, { startedAt: claimed?.startedAt ?? now(deps) });
}
