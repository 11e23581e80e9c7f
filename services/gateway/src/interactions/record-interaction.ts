/** POST /api/v1/interactions: records a call or an email thread that another system held with a lead. */
import { recordInteraction } from '@sluice/contracts';
import { notifyInteraction, refuseErased, type LeadEffectDeps } from '@sluice/pipeline';
import { AlsoAnswer, defineRoute } from '@sluice/http';
import { referenced, refused } from '../references/refuse-missing.js';

export const recordInteractionRoute = defineRoute(
  recordInteraction,
  async ({ body, tenant: { tenantId }, ids }, deps: LeadEffectDeps) => {
    const { stores } = deps;
    const { leads, campaigns, interactions } = stores.forTenant(tenantId);
    const { leadId, externalId, campaignId, transcript, ...fields } = body;
    const lead = referenced('leadId', await leads.find(leadId));
    const campaign =
      campaignId === undefined ? undefined : referenced('campaignId', await campaigns.cached(campaignId));
    const about = campaign ?? lead;
    const owners = {
      campaignId: about.campaignId,
      clientId: about.clientId,
      offerId: about.offerId,
    };
    const said = transcript?.map((entry) => ({ ...entry, source: entry.source ?? ('manual' as const) }));
    const recorded = await interactions.record(
      {
        leadId,
        externalId,
        newInteractionId: ids.of('interaction'),
        change: ids.seed,
        given: { ...fields, ...(campaign && owners), ...(said && { transcript: said }) },
        beginnings: { status: 'completed', ...owners },
      },
      stores.clock.now(),
    );
    if (!recorded) throw refused('externalId', 'is already in use for another lead');
    const { interaction, isNew, toNotify } = recorded;
    await refuseErased(deps, lead);
    if (toNotify !== undefined) await notifyInteraction(deps, lead, interaction, toNotify);
    await refuseErased(deps, lead);
    return isNew ? interaction : new AlsoAnswer(interaction);
  },
);
