/** Telling a campaign's webhook of something that was not decided by a stage: a pixel fired, a message sent. */
import type { Effect, WebhookEvent } from '@sluice/contracts';
import { webhookEffects } from '@sluice/domain';
import { newId } from '@sluice/runtime';
import { now, type Core } from './core.js';
import { setOffOne } from './effects.js';
import { leadFacts } from './facts.js';

/** What an event tells of: an effect that was carried out, or something else with a name of its own. */
export type Cause = Pick<Effect, 'tenantId' | 'leadId' | 'submissionId' | 'campaignId' | 'effectId'>;

/** Sets off `event`, once per `cause`. */
export async function tellOf(
  core: Core,
  cause: Cause,
  event: WebhookEvent,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tenantId, leadId, submissionId, campaignId, effectId } = cause;
  const stores = core.stores.forTenant(tenantId);
  const [campaign, tenant, lead] = await Promise.all([
    stores.campaigns.recent(campaignId),
    core.stores.tenants.recent(tenantId),
    stores.leads.find(leadId),
  ]);
  if (!lead) return;
  const effects = webhookEffects(
    {
      tenantId,
      submissionId,
      leadCampaignId: lead.campaignId,
      campaign,
      tenantSettings: tenant?.settings ?? {},
      facts: await leadFacts(core, lead, []),
      mintEventId: () => newId('event'),
      now: now(core),
    },
    { event, data, effectId: `${effectId}.${event}` },
  );
  for (const effect of effects) await setOffOne(core, tenantId, effect);
}
