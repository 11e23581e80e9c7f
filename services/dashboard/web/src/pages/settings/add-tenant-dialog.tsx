/** Adds a tenant: its id, its name and its time zone; then invites its first owner, if one is named. */
import type { adminCreateTenant, adminInvitePerson } from '@sluice/contracts';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { asProblem, Problem } from '../../api/problem.js';
import { queryClient } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { ask } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { optionalText, requiredText } from '../../components/form-texts.js';
import { toastGood, toastProblem } from '../../components/toast.js';

const newTenant = z.object({
  tenantId: requiredText(),
  name: requiredText(),
  timezone: requiredText(),
  email: optionalText(),
});

/** Asks for the tenant; `onAdded` is told its id once every page knows it. */
export function addTenant(onAdded: (tenantId: string) => void): void {
  ask({
    title: 'Add a tenant',
    what: 'Its clients, campaigns and leads are kept apart from those of every other tenant.',
    does: 'Add tenant',
    schema: newTenant,
    initial: {
      tenantId: '',
      name: '',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      email: '',
    },
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
        <FormText
          name="email"
          label="First owner"
          type="email"
          hint="Gets an invitation by e-mail. Without one, operators run the tenant."
          autoComplete="off"
        />
      </>
    ),
    run: async ({ tenantId, name, timezone, email }) => {
      try {
        const body = { tenantId, name, timezone };
        await call<typeof adminCreateTenant>('POST', '/admin/v1/tenants', { body });
      } catch (error) {
        const { code, message } = asProblem(error);
        throw code === 'INVALID_STATE'
          ? new Problem(code, message, { details: ['tenantId: is taken'] })
          : error;
      }
      if (email !== undefined) {
        // The tenant is there, so a failure is no reason to ask for it again.
        const path = pathTo`/admin/v1/tenants/${tenantId}/invitations`;
        await call<typeof adminInvitePerson>('POST', path, { body: { email, role: 'owner' } }).catch(
          toastProblem,
        );
      }
      await queryClient.invalidateQueries({ queryKey: ['/admin/v1/tenants'] });
      toastGood(`${name} is added.`);
      onAdded(tenantId);
    },
  });
}
