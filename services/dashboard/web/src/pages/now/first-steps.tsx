/** The first minute of an installation or a tenant: the steps to a first lead, until there is a second one. */
import type { adminListLeads } from '@sluice/contracts';
import { lazy, Suspense } from 'react';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { orLoadAgain } from '../../frame/load-again.js';
import { useTenants, type TenantSummary } from '../../frame/tenants.js';

const Steps = lazy(orLoadAgain(() => import('./steps.js')));

// Two, because with the second lead the first minute is over.
const firstLeads = { limit: 2 };

export function FirstSteps() {
  const tenants = useTenants();
  if (tenants.kind === 'chosen') return <OfTenant tenant={tenants.tenant} />;
  return (
    tenants.kind === 'none' && (
      <Suspense>
        <Steps />
      </Suspense>
    )
  );
}

function OfTenant({ tenant }: { readonly tenant: TenantSummary }) {
  const { data } = useAnswer<typeof adminListLeads>(pathTo`/admin/v1/tenants/${tenant.tenantId}/leads`, {
    query: firstLeads,
  });
  if (!data || data.leads.length > 1) return null;
  return (
    <Suspense>
      <Steps key={tenant.tenantId} of={{ tenant, firstLeads }} />
    </Suspense>
  );
}
