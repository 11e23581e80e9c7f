/** All tenants of the person, loaded once for all pages, and the tenant of the current page. */
import type { adminListTenants, EndpointData } from '@sluice/contracts';
import { useQuery, type QueryFunctionContext } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useMatch } from 'react-router';
import { create } from 'zustand';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import type { Answer } from '../api/queries.js';
import { TENANT_KEPT_AS, useSession } from '../api/session.js';
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

const PATH = '/admin/v1/tenants';
const MOST = 200;
const RELOAD_MS = 60_000;

// The tenant seen last in this tab; a new tab whose address names none starts with the latest in this browser.
const useLastId = create(() => localStorage.getItem(TENANT_KEPT_AS) ?? '');

function useAllTenants(): Answer<readonly TenantSummary[]> {
  const { session } = useSession();
  const { role = null, memberships = [] } = typeof session === 'object' ? session : {};
  return useQuery({
    queryKey: [PATH, role, memberships.map(({ tenantId }) => tenantId)],
    // The list of all is for operators; a member has those of the session.
    queryFn: async (context) => (role === null ? memberships : readTenants(context)),
    staleTime: RELOAD_MS,
    refetchInterval: role === null ? false : RELOAD_MS,
  });
}

/** Where the address names the tenant: in its path (`/leads/TENANT/LEAD`), else as `?tenant=`. */
export function useTenantInAddress(): { readonly inPath?: string; readonly tenantId?: string } {
  const inPath = useMatch('/:kind/:tenant/:thing/*')?.params.tenant;
  const [{ tenant }] = useAddress();
  return { inPath, tenantId: inPath ?? tenant };
}

/** The tenants, and the tenant of this page: the one in the address, else the one seen last, else the first. */
export function useTenants(): Tenants {
  const { data: all, error, refetch } = useAllTenants();
  const { tenantId } = useTenantInAddress();
  const lastId = useLastId();
  if (!all)
    return error ? { kind: 'failed', problem: error, reload: () => void refetch() } : { kind: 'loading' };
  const [first] = all;
  if (!first) return { kind: 'none' };
  const find = (id: string) => all.find((one) => one.tenantId === id);
  if (tenantId === undefined) return { kind: 'chosen', all, tenant: find(lastId) ?? first };
  const tenant = find(tenantId);
  return tenant ? { kind: 'chosen', all, tenant } : { kind: 'unknown', all, tenantId };
}

/**
 * Shows the times inside in the time zone of the page's tenant, and completes an address that names no tenant, so that
 * it shows a colleague the same.
 */
export function InTenant({ children }: { readonly children: ReactNode }) {
  const tenants = useTenants();
  const { tenantId, timezone } = tenants.kind === 'chosen' ? tenants.tenant : {};
  const [, change] = useAddress();
  const named = useTenantInAddress().tenantId;
  useEffect(() => {
    if (tenantId === undefined) return;
    useLastId.setState(tenantId);
    localStorage.setItem(TENANT_KEPT_AS, tenantId);
    if (named === undefined) change({ tenant: tenantId });
  }, [tenantId, named, change]);
  return <Zone value={timezone}>{children}</Zone>;
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
