/** PATCH /api/v1/leads/bulk (§4.2). */
import { bulkUpdateLeads, type LeadRecord, type ReturnRecord } from '@sluice/contracts';
import { approveByStatus, completeReturns, followLead, type LeadEffectDeps } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { planStatusEffects } from '../effects/plan-status-effects.js';
import { fieldNamesFor } from './field-names.js';
import { updatedLead } from './updated-lead.js';

type Deps = LeadEffectDeps;

// Duplicates are found by none of these.
const saysNothingOfPerson: ReadonlySet<string> = new Set(['status', 'approvalStatus', 'isTest']);

// Planning the effects of one lead takes several reads and writes.
const PLANNED_AT_ONCE = 16;

export const bulkUpdateLeadsRoute = defineRoute(bulkUpdateLeads, async ({ body, tenant }, deps: Deps) => {
  const { stores } = deps;
  const { leadIds, updates } = body;
  const { leadUpdates } = stores.forTenant(tenant.tenantId);
  const fields = await fieldNamesFor(updates.questionnaire, tenant.tenantId, stores);
  const now = stores.clock.now();
  const change = (lead: LeadRecord) => updatedLead(lead, updates, fields, now);
  const { status } = updates;
  const returned = status === 'returned' ? await returnsOf(leadIds, change, tenant, deps) : [];
  const updated = await leadUpdates.apply(leadIds, change);
  // Those that were as they should be too: a request that died before this point may be repeating itself.
  if (Object.keys(updates).some((key) => !saysNothingOfPerson.has(key)))
    await eachOf(updated, ({ lead }) => followLead(deps, tenant.tenantId, lead));
  if (status !== undefined) {
    const isCompleted = new Set(returned.map(({ leadId }) => leadId));
    // Includes leads that already had the status: a request that died before this point may be repeating itself.
    const others = updated.filter(({ lead }) => !isCompleted.has(lead.leadId));
    await eachOf(others, ({ lead }) => planStatusEffects(deps, lead, status));
    await completeReturns(deps, tenant.tenantId, returned);
  }
  return { modifiedCount: updated.filter(({ changed }) => changed).length };
});

// Recorded before the leads are changed: from here on the sweep finishes the returns, and gives their leads the status.
async function returnsOf(
  leadIds: readonly string[],
  change: (lead: LeadRecord) => unknown,
  { tenantId, prefix }: { readonly tenantId: string; readonly prefix: string },
  deps: Deps,
): Promise<readonly ReturnRecord[]> {
  const { leads } = deps.stores.forTenant(tenantId);
  const existing: string[] = [];
  // A change that is refused for one lead must return none of them.
  await eachOf([...new Set(leadIds)], async (leadId) => {
    const lead = await leads.find(leadId);
    if (!lead) return;
    change(lead);
    existing.push(leadId);
  });
  return approveByStatus(deps, tenantId, existing, prefix);
}

async function eachOf<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < things.length; start += PLANNED_AT_ONCE) {
    await Promise.all(things.slice(start, start + PLANNED_AT_ONCE).map(act));
  }
}
