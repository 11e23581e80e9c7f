/** All tenants, loaded once for all pages, and the tenant of the current page. */
import type { adminListTenants, EndpointData } from '@sluice/contracts';
import { useQuery, type QueryFunctionContext } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { create } from 'zustand';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import type { Answer } from '../api/queries.js';
import { useAddress } from '../api/use-address.js';
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
const PATH = '/admin/v1/tenants';
const MOST = 200;
const RELOAD_MS = 60_000;

// The tab's own choice; a new tab starts with the latest choice in this browser.
const useChosenId = create(() => sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS) ?? '');

function useAllTenants(): Answer<readonly TenantSummary[]> {
  return useQuery({
    queryKey: [PATH],
    queryFn: readTenants,
    staleTime: RELOAD_MS,
    refetchInterval: RELOAD_MS,
  });
}

/** Shows the times inside in the time zone of the tenant chosen last. */
export function InLatestZone({ children }: { readonly children: ReactNode }) {
  const { data: all } = useAllTenants();
  const chosenId = useChosenId();
  const latest = all?.find(({ tenantId }) => tenantId === chosenId) ?? all?.[0];
  return <Zone value={latest?.timezone}>{children}</Zone>;
}

/** The tenants, and the tenant of this page: the one in the address, else the one chosen last, else the first. */
export function useTenants(): Tenants {
  const { data: all, error, refetch } = useAllTenants();
  const [{ tenant: wanted }] = useAddress();
  const chosenId = useChosenId();
  const named = all?.find(({ tenantId }) => tenantId === wanted);
  useSaveChosenTenant(named);
  if (!all)
    return error ? { kind: 'failed', problem: error, reload: () => void refetch() } : { kind: 'loading' };
  const [first] = all;
  if (!first) return { kind: 'none' };
  if (wanted !== undefined && !named) return { kind: 'unknown', all, tenantId: wanted };
  const last = all.find(({ tenantId }) => tenantId === chosenId);
  return { kind: 'chosen', all, tenant: named ?? last ?? first };
}

/** The tenant that the path of a page names, once the tenants are loaded. */
export function useNamedTenant(tenantId: string): TenantSummary | undefined {
  const named = useAllTenants().data?.find((one) => one.tenantId === tenantId);
  useSaveChosenTenant(named);
  return named;
}

// After a person views something of a tenant, the next page stays with that tenant.
function useSaveChosenTenant(named: TenantSummary | undefined): void {
  const tenantId = named?.tenantId;
  useEffect(() => {
    if (tenantId === undefined) return;
    useChosenId.setState(tenantId);
    sessionStorage.setItem(KEPT_AS, tenantId);
    localStorage.setItem(KEPT_AS, tenantId);
  }, [tenantId]);
}

async function readTenants({ signal }: QueryFunctionContext): Promise<readonly TenantSummary[]> {
  const found: TenantSummary[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: MOST, cursor };
    // The type is named because the cursor of the next request comes from this answer.
    const page: TenantPage = await call<typeof adminListTenants>('GET', PATH, { query, signal });
    found.push(...page.tenants);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
