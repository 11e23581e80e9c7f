/** The pixel worker: sends conversion events to ad platforms (§4.4, §6.3). */
import { retryAfterMs, type DueEffect, type EffectAttempt, type LeadRecord } from '@sluice/contracts';
import { afterPixelAttempt } from '@sluice/domain';
import {
  defineEffectStage,
  recordEffectResult,
  now,
  notifyOf,
  type Core,
  type EffectResult,
  type StoresFor,
} from '@sluice/pipeline';
import { attemptOf, type OutboundAnswer, type OutboundClient } from '@sluice/providers';
import { jobBudgetMs, type StageOutcome } from '@sluice/queue';
import type { SealingKey } from '@sluice/store';
import { LONGEST_PLATFORM_CALL_SECONDS } from './config.js';
import { prepareEvent, type PreparedEvent } from './prepare-event.js';

/** The dependencies of the worker beyond the core. */
export interface PixelDeps extends Core {
  readonly outbound: OutboundClient;
  /** Decrypt the tenants' access tokens. */
  readonly encryptionKeys: readonly SealingKey[];
}

const TIMEOUT_MS = LONGEST_PLATFORM_CALL_SECONDS * 1_000;
/** The longest `Retry-After` that is honoured: a platform counts an event twice if it is repeated after two days. */
const MOST_RETRY_AFTER_MS = 12 * 3600_000;

export const pixelStage = defineEffectStage<'pixel', PixelDeps>({
  queue: 'pixel',
  budgetMs: jobBudgetMs(TIMEOUT_MS),
  handlers: { pixel: firePixel },
});

async function firePixel(deps: PixelDeps, effect: DueEffect<'pixel'>): Promise<StageOutcome> {
  const lead = await deps.stores.forTenant(effect.tenantId).leads.find(effect.leadId);
  if (!lead) return recordEffectResult(deps, effect, { kind: 'skipped', reason: 'lead_gone' });
  const result = await fire(deps, effect, lead);
  if (result.kind === 'done') {
    const { platform, pixelId, eventName, eventId } = effect.body.order;
    await notifyOf(deps, { ...effect, lead }, 'pixel.fired', { platform, pixelId, eventName, eventId });
  }
  return recordEffectResult(deps, effect, result);
}

async function fire(
  deps: StoresFor<'clock' | 'secrets'> & Pick<PixelDeps, 'encryptionKeys' | 'outbound'>,
  effect: DueEffect<'pixel'>,
  lead: LeadRecord,
): Promise<EffectResult> {
  const credentials = await deps.stores.secrets.cachedCredentials(effect.tenantId, deps.encryptionKeys);
  const at = now(deps);
  const event = prepareEvent(effect.body.order, lead, credentials, at);
  if (event.kind === 'impossible') return { kind: 'failed', reason: event.reason };
  const answer = await deps.outbound.send({ ...event.request, timeoutMs: TIMEOUT_MS });
  return resultOf(effect, event, answer, at, now(deps));
}

function resultOf(
  effect: DueEffect<'pixel'>,
  { read, leftOut }: Extract<PreparedEvent, { kind: 'event' }>,
  answer: OutboundAnswer,
  at: Date,
  endedAt: Date,
): EffectResult {
  const verdict =
    answer.kind === 'answered'
      ? read({ ...answer, bodyText: answer.bodyRead })
      : ({ kind: 'retry', reason: answer.reason } as const);
  const asked =
    answer.kind === 'answered' ? retryAfterMs(answer.headers, endedAt, MOST_RETRY_AFTER_MS) : undefined;
  const after = afterPixelAttempt({
    n: effect.attempts.length + 1,
    verdict,
    retryAfterMs: asked,
    now: endedAt,
    random01: Math.random(),
  });
  const attempt = (outcome: EffectAttempt['outcome']): EffectAttempt => ({
    ...attemptOf(answer, at, outcome),
    ...(leftOut.length > 0 && { trace: leftOut }),
  });
  switch (after.kind) {
    case 'done':
      return { kind: 'done', attempt: attempt('done') };
    case 'again':
      return { kind: 'again', at: after.at, attempt: attempt('retry') };
    case 'failed':
      return { kind: 'failed', reason: after.reason, attempt: attempt('failed') };
  }
}
