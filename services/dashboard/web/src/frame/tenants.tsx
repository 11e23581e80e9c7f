/** All tenants, loaded once for all pages, and the tenant of the current page. */
import { signal } from '@preact/signals';
import type { adminListTenants, EndpointData } from '@sluice/contracts';
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import { dataOf, useLoad, type Loader } from '../api/use-load.js';
import { useQuery } from '../api/use-query.js';
import { Zone } from '../components/zone.js';

/** The facts about a tenant that pages need. */
export type TenantSummary = TenantPage['tenants'][number];
type TenantPage = EndpointData<typeof adminListTenants>;

/** The state of the tenants; `unknown` if the address names a tenant that does not exist. */
export type Tenants =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly reload: () => void }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly all: readonly TenantSummary[]; readonly tenantId: string }
  | { readonly kind: 'chosen'; readonly all: readonly TenantSummary[]; readonly tenant: TenantSummary };

const KEPT_AS = 'sluice.tenant';
const MOST = 200;
const RELOAD_MS = 60_000;

// The tab's own choice; a new tab starts with the latest choice in this browser.
const chosenId = signal(sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS) ?? '');

const Found = createContext<Loader<readonly TenantSummary[]>>({
  load: { kind: 'loading' },
  reload: () => undefined,
});

/** Loads the tenants for everything inside; times are in the time zone of the tenant chosen last. */
export function TenantsLoaded({ children }: { readonly children: ComponentChildren }) {
  const loader = useLoad(readTenants, null, RELOAD_MS);
  const all = dataOf(loader.load);
  const last = all?.find(({ tenantId }) => tenantId === chosenId.value) ?? all?.[0];
  return (
    <Found.Provider value={loader}>
      <Zone.Provider value={last?.timezone}>{children}</Zone.Provider>
    </Found.Provider>
  );
}

/** The tenants, and the tenant of this page: the one in the address, else the one chosen last, else the first. */
export function useTenants(): Tenants {
  const { load, reload } = useContext(Found);
  const [{ tenant: wanted }] = useQuery();
  const all = dataOf(load);
  const named = all?.find(({ tenantId }) => tenantId === wanted);
  useSaveChosenTenant(named);
  if (!all)
    return load.kind === 'failed' ? { kind: 'failed', problem: load.problem, reload } : { kind: 'loading' };
  const [first] = all;
  if (!first) return { kind: 'none' };
  if (wanted !== undefined && !named) return { kind: 'unknown', all, tenantId: wanted };
  const last = all.find(({ tenantId }) => tenantId === chosenId.value);
  return { kind: 'chosen', all, tenant: named ?? last ?? first };
}

/** The tenant that the path of a page names, once the tenants are loaded. */
export function useNamedTenant(tenantId: string): TenantSummary | undefined {
  const named = dataOf(useContext(Found).load)?.find((one) => one.tenantId === tenantId);
  useSaveChosenTenant(named);
  return named;
}

// After a person views something of a tenant, the next page stays with that tenant.
function useSaveChosenTenant(named: TenantSummary | undefined): void {
  const tenantId = named?.tenantId;
  useEffect(() => {
    if (tenantId === undefined) return;
    chosenId.value = tenantId;
    sessionStorage.setItem(KEPT_AS, tenantId);
    localStorage.setItem(KEPT_AS, tenantId);
  }, [tenantId]);
}

async function readTenants(signal: AbortSignal): Promise<readonly TenantSummary[]> {
  const found: TenantSummary[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: MOST, cursor };
    // The type is named because the cursor of the next request comes from this answer.
    const page: TenantPage = await call<typeof adminListTenants>('GET', '/admin/v1/tenants', {
      query,
      signal,
    });
    found.push(...page.tenants);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
