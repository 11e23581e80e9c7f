/**
 * The SMS worker: hands messages to their vendor (§4.3). Vendors do not recognise a repeated message, so one whose
 * outcome is unknown is not sent again: a person would read it twice.
 */
import { smsQueue, type Effect, type EffectPayload, type SmsProvider } from '@sluice/contracts';
import { deliveryRetryDelaysMs } from '@sluice/domain';
import {
  arriveAtEffect,
  departFromEffect,
  nothingLeft,
  now,
  tellOf,
  type Core,
  type EffectResult,
} from '@sluice/pipeline';
import { createSmsVendor, type OutboundClient, type SmsSendOutcome } from '@sluice/providers';
import { defineStage } from '@sluice/runtime';
import type { AttemptOutcome, SealingKey } from '@sluice/store';

/** What the worker needs beyond the core. */
export interface SmsDeps extends Core {
  readonly outbound: OutboundClient;
  /** Open the tenants' credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  readonly publicUrl: string | undefined;
}

/** The body of an SMS effect, as the gateway writes it. */
interface SmsOrder {
  readonly messageId: string;
  readonly interactionId: string;
  readonly to: string;
  readonly from?: string;
  readonly message: string;
  readonly provider: SmsProvider;
}

/** A vendor's call is over by then; a claim older than that was left by a worker that died. */
const LEASE_MS = 30_000;

export const smsStage = defineStage<EffectPayload, SmsDeps>({
  queue: smsQueue,

  async run(payload, deps) {
    const effect = await arriveAtEffect(deps, payload);
    if (!effect) return nothingLeft;
    const attempts = deps.stores.forTenant(effect.tenantId).attempts;
    const order = effect.body as unknown as SmsOrder;
    const n = effect.attempts.length + 1;
    const startedAt = now(deps);
    const leaseUntil = new Date(startedAt.getTime() + LEASE_MS);
    if (!(await attempts.claim(order.messageId, { n, url: order.provider, startedAt, leaseUntil }))) {
      return takeOver(deps, effect, order, n);
    }
    const outcome = await send(deps, effect, order);
    await attempts.conclude(order.messageId, n, concluded(outcome, startedAt, now(deps)));
    return conclude(deps, effect, order, outcome, startedAt);
  },
});

async function send(deps: SmsDeps, { tenantId }: Effect, order: SmsOrder): Promise<SmsSendOutcome> {
  if (await deps.stores.forTenant(tenantId).messages.hasOptedOut(order.to)) {
    return { kind: 'refused', code: 'opted_out', message: 'the recipient opted out', optedOut: true };
  }
  const credentials = await deps.stores.tenants.recentCredentials(tenantId, deps.encryptionKeys);
  const vendor = createSmsVendor(order.provider, credentials, {
    client: deps.outbound,
    write: (line) => deps.log.info('sms to the console', { ...line }),
  });
  if (!vendor)
    return {
      kind: 'refused',
      code: 'no_credentials',
      message: 'the vendor is not configured',
      optedOut: false,
    };
  const callback = deps.publicUrl && `${deps.publicUrl}/hooks/sms/${order.provider}/${tenantId}`;
  return vendor.send({
    messageId: order.messageId,
    to: order.to,
    ...(order.from !== undefined && { from: order.from }),
    text: order.message,
    ...(callback !== undefined && { statusCallbackUrl: callback }),
  });
}

// Someone claimed this try: it is under way, or its worker died before it could say what the vendor answered.
async function takeOver(deps: SmsDeps, effect: Effect, order: SmsOrder, n: number) {
  const { attempts } = deps.stores.forTenant(effect.tenantId);
  const claimed = (await attempts.of(order.messageId)).find((attempt) => attempt.n === n);
  if (claimed && !claimed.outcome && claimed.leaseUntil > now(deps)) {
    return { outcome: 'attempt_under_way', againAt: claimed.leaseUntil };
  }
  const unknown: SmsSendOutcome = { kind: 'retry', reason: 'unknown_outcome', mayHaveArrived: true };
  return conclude(deps, effect, order, unknown, claimed?.startedAt ?? now(deps));
}

async function conclude(deps: SmsDeps, effect: Effect, order: SmsOrder, outcome: SmsSendOutcome, at: Date) {
  const { messages } = deps.stores.forTenant(effect.tenantId);
  const result = resultOf(effect, outcome, at, now(deps));
  const about = { messageId: order.messageId, interactionId: order.interactionId, provider: order.provider };
  if (outcome.kind === 'sent') {
    const { status, vendorMessageId } = outcome;
    await messages.progress(order.messageId, { status, providerMessageId: vendorMessageId }, now(deps));
    await tellOf(deps, effect, 'sms.sent', { ...about, status });
  } else if (result.kind === 'failed') {
    const errorCode = outcome.kind === 'refused' ? outcome.code : outcome.reason;
    await messages.progress(order.messageId, { status: 'failed', errorCode }, now(deps));
    await tellOf(deps, effect, 'sms.failed', { ...about, status: 'failed', errorCode });
    if (outcome.kind === 'refused' && outcome.optedOut) await messages.optOut(order.to, now(deps));
  }
  return departFromEffect(deps, effect, result);
}

function resultOf(effect: Effect, outcome: SmsSendOutcome, at: Date, endedAt: Date): EffectResult {
  const durationMs = endedAt.getTime() - at.getTime();
  if (outcome.kind === 'sent') return { kind: 'done', attempt: { at, durationMs, outcome: 'done' } };
  const error = outcome.kind === 'refused' ? `refused_${outcome.code}` : outcome.reason;
  const delayMs = deliveryRetryDelaysMs[effect.attempts.length];
  const maySendAgain = outcome.kind === 'retry' && !outcome.mayHaveArrived && delayMs !== undefined;
  if (!maySendAgain)
    return { kind: 'failed', reason: error, attempt: { at, durationMs, outcome: 'failed', error } };
  const next = new Date(endedAt.getTime() + Math.max(delayMs, outcome.retryAfterMs ?? 0));
  return { kind: 'again', at: next, attempt: { at, durationMs, outcome: 'retry', error } };
}

function concluded(outcome: SmsSendOutcome, startedAt: Date, endedAt: Date): AttemptOutcome {
  const durationMs = endedAt.getTime() - startedAt.getTime();
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'accepted', endedAt, durationMs, reference: outcome.vendorMessageId };
    case 'refused':
      return { kind: 'rejected', endedAt, durationMs, reason: outcome.code };
    case 'retry':
      return {
        kind: outcome.mayHaveArrived ? 'unknown' : 'retry',
        endedAt,
        durationMs,
        reason: outcome.reason,
      };
  }
}
