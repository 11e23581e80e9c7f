/** PATCH /api/v1/leads/bulk (§4.2). */
import { bulkUpdateLeads } from '@sluice/contracts';
import { defineRoute } from '@sluice/runtime';
import type { Deps } from '../deps.js';
import { fieldNamesFor } from './field-names.js';
import { updatedLead } from './updated-lead.js';

export const bulkUpdateLeadsRoute = defineRoute(
  bulkUpdateLeads,
  async ({ body, tenant }, { stores }: Deps) => {
    const { leadIds, updates } = body;
    const { leadUpdates } = stores.forTenant(tenant.tenantId);
    const fields = await fieldNamesFor(updates.questionnaire, tenant.tenantId, stores);
    const now = stores.clock.now();
    const changed = await leadUpdates.apply(leadIds, (lead) => updatedLead(lead, updates, fields, now));
    return { modifiedCount: changed.length };
  },
);
