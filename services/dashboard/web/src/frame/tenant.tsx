/** The tenant that a page is about: the one in its address, else the one chosen last in this browser, else the first. */
import { signal } from '@preact/signals';
import type { adminListTenants, EndpointData } from '@sluice/contracts';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.js';
import { useQuery } from '../api/use-query.js';
import { toastProblem } from '../components/toast.js';
import { SelectField } from '../components/field.js';

/** A tenant, as far as pages need it. */
export type TenantSummary = TenantPage['tenants'][number];
type TenantPage = EndpointData<typeof adminListTenants>;

const KEPT_AS = 'sluice.tenant';
const MOST = 200;

/** Every tenant; undefined until they are loaded. */
export const tenants = signal<readonly TenantSummary[] | undefined>(undefined);

/** Loads the tenants again, e.g. after one was made. */
export async function loadTenants(): Promise<void> {
  const found: TenantSummary[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: MOST, cursor };
    // Named, because the cursor of the next question comes from this answer.
    const page: TenantPage = await call<typeof adminListTenants>('GET', '/admin/v1/tenants', { query });
    found.push(...page.tenants);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  tenants.value = found;
}

/** The tenant of this page; undefined until the tenants are loaded, and where there is none. */
export function useTenant(): TenantSummary | undefined {
  const [{ tenant }] = useQuery();
  useEffect(() => {
    if (tenants.value === undefined) loadTenants().catch(toastProblem);
  }, []);
  const wanted = tenant ?? localStorage.getItem(KEPT_AS) ?? '';
  return tenants.value?.find(({ tenantId }) => tenantId === wanted) ?? tenants.value?.[0];
}

/** Chooses the tenant of the page; nothing where there is only one. */
export function TenantField() {
  const chosen = useTenant();
  const [, change] = useQuery();
  if (!chosen || !tenants.value || tenants.value.length < 2) return null;
  return (
    <SelectField
      label="Tenant"
      value={chosen.tenantId}
      onValue={(tenant) => {
        localStorage.setItem(KEPT_AS, tenant);
        change({ tenant });
      }}
      options={tenants.value.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
    />
  );
}
