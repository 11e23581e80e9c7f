/**
 * The SMS worker: hands messages to their vendor (§4.3). Vendors do not recognise a repeated message, so one that may have
 * arrived is not sent again.
 */
import type { DueEffect, SmsOrder } from '@sluice/contracts';
import {
  attemptedCall,
  defineEffectStage,
  nextOfEffect,
  quietHoursFor,
  recordEffectResult,
  RECORDING_MS,
  uncalled,
} from '@sluice/pipeline';
import { SMS_VENDOR_TIMEOUT_MS } from '@sluice/providers';
import { jobBudgetMs, type StageOutcome } from '@sluice/queue';
import type { AttemptsOf } from '@sluice/store';
import type { SmsDeps } from './deps.js';
import { attemptOutcome, recalled } from './outcome-of-try.js';
import { prepareMessage } from './send-message.js';
import { concludeMessage } from './conclude-message.js';

/** Whether the recipient has opted out is read while the attempt is claimed. */
const PREPARING_MS = 10_000;
/** A claimed attempt has ended by then. */
const LEASE_MS = PREPARING_MS + SMS_VENDOR_TIMEOUT_MS + RECORDING_MS;

export const smsStage = defineEffectStage<'sms', SmsDeps>({
  queue: 'sms',
  budgetMs: jobBudgetMs(LEASE_MS),
  handlers: { sms: sendSms },
});

async function sendSms(deps: SmsDeps, effect: DueEffect<'sms'>): Promise<StageOutcome> {
  const { tenantId, body: order } = effect;
  const { attempts } = deps.stores.forTenant(tenantId);
  const n = await nextOfEffect(attempts, attemptsOf(order), effect.attempts);
  // Any call ends within the lease. A claimed attempt may have been sent, and is settled at any hour.
  const { until, trace } = await quietHoursFor(deps, effect, LEASE_MS);
  if (until && !(await isClaimed(deps, effect, n))) {
    return recordEffectResult(deps, effect, { kind: 'wait', at: until, reason: 'quiet_hours', trace });
  }
  // Before the claim: what cannot be opened must not look like a call that was not made.
  const credentials = await deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys);
  const attempt = { of: attemptsOf(order), n, url: order.provider };
  const called = await attemptedCall(deps, attempts, attempt, {
    timeoutMs: SMS_VENDOR_TIMEOUT_MS,
    preparingMs: PREPARING_MS,
    about: effect,
    prepare: () => prepareMessage(deps, tenantId, credentials, order),
    read: (answer, endedAt, startedAt) => attemptOutcome(answer, startedAt, endedAt),
  });
  if (called.kind === 'answered')
    return concludeMessage(deps, effect, called.answer, { startedAt: called.startedAt, trace });
  if (called.kind !== 'left') return uncalled(deps, effect, called);
  const { outcome, startedAt } = called.left;
  return concludeMessage(deps, effect, recalled(outcome, order.provider), { startedAt });
}

// A message is sent in one generation only.
function attemptsOf({ messageId }: SmsOrder): AttemptsOf {
  return { submissionId: messageId, generation: 0 };
}

async function isClaimed(deps: SmsDeps, { tenantId, body }: DueEffect<'sms'>, n: number): Promise<boolean> {
  const claimed = await deps.stores.forTenant(tenantId).attempts.ofGeneration(attemptsOf(body));
  return claimed.some((attempt) => attempt.n === n);
}
