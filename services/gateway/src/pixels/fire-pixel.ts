/** POST /api/v1/pixels/fire (§4.4): plans the event and waits briefly for the platform's answer. */
import { firePixel, type Effect, type PixelOrder } from '@sluice/contracts';
import { planEffect, type PlanEffectDeps } from '@sluice/pipeline';
import { defineRoute, AlsoAnswer } from '@sluice/http';
import type { TenantStores } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import { found } from '../references/refuse-missing.js';

const WAIT_AT_MOST_MS = 5_000;
const LOOK_EVERY_MS = 50;

export const firePixelRoute = defineRoute(firePixel, async ({ body, tenant, ids }, deps: PlanEffectDeps) => {
  const { stores } = deps;
  const { tenantId } = tenant;
  const mine = stores.forTenant(tenantId);
  const lead = found(await mine.leads.find(body.leadId));
  const { pixelId, platform, eventName, eventValue, currency, actionSource, testEventCode } = body;
  const { leadId } = lead;
  const answer = { platform, eventName, pixelId, leadId };
  // No data of a test lead may reach the platform's production data.
  if (lead.isTest && testEventCode === undefined) {
    return { success: false, ...answer, status: 'skipped' as const };
  }

  const eventId = ids.of('event');
  const order: PixelOrder = {
    platform,
    pixelId,
    eventName,
    eventId,
    at: stores.clock.now().toISOString(),
    actionSource,
    value: eventValue,
    currency,
    testEventCode,
  };
  await planEffect(deps, tenantId, {
    effectId: eventId,
    kind: 'pixel',
    eventId,
    submissionId: lead.lastSubmissionId,
    leadId,
    campaignId: lead.campaignId,
    trigger: 'explicit',
    body: { order },
  });

  const status = await outcomeOf(eventId, mine);
  if (status === 'queued') return new AlsoAnswer({ success: true, ...answer, status });
  return { success: status === 'sent', ...answer, status };
});

const words = { done: 'sent', failed: 'failed', skipped: 'skipped', due: 'queued' } as const satisfies Record<
  Effect['status'],
  string
>;

async function outcomeOf(effectId: string, { effects }: Pick<TenantStores, 'effects'>) {
  const giveUpAt = performance.now() + WAIT_AT_MOST_MS;
  for (;;) {
    const status = (await effects.find(effectId))?.status ?? 'due';
    if (status !== 'due' || performance.now() > giveUpAt) return words[status];
    await pause(LOOK_EVERY_MS);
  }
}
