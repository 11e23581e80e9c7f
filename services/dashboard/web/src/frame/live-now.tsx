/** The present state, for every page: one shared stream, of the installation for operators, of their tenant for members. */
import type { NowState, TenantNow } from '@sluice/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useLiveStream } from '../api/live-stream.js';
import { pathTo } from '../api/request.js';
import { may } from '../api/session.js';

interface Now {
  /** The latest state of the installation; undefined until the first event, and for members of tenants. */
  readonly state: NowState | undefined;
  /** The latest state of the member's tenant. */
  readonly ofTenant: TenantNow | undefined;
  /** Counts next to the navigation entries, by the path of their page. */
  readonly counts: Readonly<Record<string, number>>;
}

const nothing: Now = { state: undefined, ofTenant: undefined, counts: {} };
export const useNow = create<Now>(() => nothing);

/** Keeps {@link useNow} up to date while the frame is shown; `tenantId` is the page's. */
export function LiveNow({ tenantId }: { readonly tenantId: string }) {
  if (may('adminWatchNow')) return <Installation />;
  return may('adminWatchTenantNow', tenantId) && <OfTenant key={tenantId} tenantId={tenantId} />;
}

function Installation() {
  useLiveStream('/admin/v1/live', {
    message: (state: NowState) => useNow.setState({ state, counts: countsOf(state) }),
  });
  return null;
}

function OfTenant({ tenantId }: { readonly tenantId: string }) {
  useEffect(() => () => useNow.setState(nothing), []);
  useLiveStream(pathTo`/admin/v1/tenants/${tenantId}/now/stream`, {
    message: (ofTenant: TenantNow) => useNow.setState({ ofTenant, counts: countsOf(ofTenant) }),
  });
  return null;
}

function countsOf({ findings, waits }: Pick<TenantNow, 'findings' | 'waits'>) {
  const wrong = findings.filter(({ severity }) => severity !== 'note').length;
  return { '/': wrong, '/attention': waits.person ?? 0 };
}
