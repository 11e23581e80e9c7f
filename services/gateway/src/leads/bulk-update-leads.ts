/** PATCH /api/v1/leads/bulk (§4.2). */
import { bulkUpdateLeads } from '@sluice/contracts';
import type { LeadEffectDeps } from '@sluice/pipeline';
import { defineRoute } from '@sluice/runtime';
import { planStatusEffects } from '../effects/plan-status-effects.js';
import { fieldNamesFor } from './field-names.js';
import { updatedLead } from './updated-lead.js';

type Deps = LeadEffectDeps;

// Planning the effects of one lead takes several reads and writes.
const PLANNED_AT_ONCE = 16;

export const bulkUpdateLeadsRoute = defineRoute(bulkUpdateLeads, async ({ body, tenant }, deps: Deps) => {
  const { stores } = deps;
  const { leadIds, updates } = body;
  const { leadUpdates } = stores.forTenant(tenant.tenantId);
  const fields = await fieldNamesFor(updates.questionnaire, tenant.tenantId, stores);
  const now = stores.clock.now();
  const updated = await leadUpdates.apply(leadIds, (lead) => updatedLead(lead, updates, fields, now));
  const { status } = updates;
  if (status !== undefined) {
    // Includes leads that already had the status: a request that died before this point may be repeating itself.
    await eachOf(updated, ({ lead }) => planStatusEffects(deps, lead, status));
  }
  return { modifiedCount: updated.filter(({ changed }) => changed).length };
});

async function eachOf<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < things.length; start += PLANNED_AT_ONCE) {
    await Promise.all(things.slice(start, start + PLANNED_AT_ONCE).map(act));
  }
}
