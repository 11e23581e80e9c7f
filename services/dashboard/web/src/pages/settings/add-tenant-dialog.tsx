/** Adds a tenant: its id, its name and its time zone, as a tenant file with nothing else would. */
import type { adminApplyCatalog, adminPlanCatalog } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { Problem } from '../../api/problem.js';
import { queryClient } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { ask } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { toastGood } from '../../components/toast.js';

const newTenant = z.object({
  tenantId: requiredText(),
  name: requiredText(),
  timezone: requiredText(),
});

/** Asks for the tenant; `onAdded` is told its id once every page knows it. */
export function addTenant(onAdded: (tenantId: string) => void): void {
  ask({
    title: 'Add a tenant',
    what: 'Its clients, campaigns and leads are kept apart from those of every other tenant.',
    does: 'Add tenant',
    schema: newTenant,
    initial: { tenantId: '', name: '', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    fields: (
      <>
        <FormText name="name" label="Name" placeholder="Demo Leads" required />
        <FormText
          name="tenantId"
          label="Id"
          hint="In addresses and exports, for good: lower-case letters, digits and hyphens."
          placeholder="demo"
          autoComplete="off"
          required
        />
        <FormText name="timezone" label="Time zone" hint="Where its days begin." required />
      </>
    ),
    run: async ({ tenantId, name, timezone }) => {
      const path = pathTo`/admin/v1/tenants/${tenantId}`;
      const file = JSON.stringify({ tenantId, name, settings: { timezone } });
      const { plan, changes } = await call<typeof adminPlanCatalog>('POST', `${path}/catalog/plan`, {
        body: { file },
      });
      // One that exists would be renamed.
      if (!changes.some(({ section, change }) => section === 'tenant' && change === 'added'))
        throw new Problem('INVALID_STATE', 'There is a tenant of this id.', {
          details: ['tenantId: is taken'],
        });
      await call<typeof adminApplyCatalog>('POST', `${path}/catalog/apply`, { body: { file, plan } });
      await queryClient.invalidateQueries({ queryKey: ['/admin/v1/tenants'] });
      toastGood(`${name} is added.`);
      onAdded(tenantId);
    },
  });
}
