/** Parts of tenants' configurations, written in one step as a plan writes them. */
import type { Tenant } from '@sluice/contracts';
import type { Stores } from '@sluice/store';
import { isDeepStrictEqual } from 'node:util';

/** Writes what a plan writes, and reads it. */
interface Items<T> {
  putPlanned(id: string, item: T, version: number): Promise<void>;
  find(id: string): Promise<T | undefined>;
}

// Each is higher than the one before, and all are below that of a plan.
let made = 0;
const nextVersion = () => (made += 1) / 1e9;

/** Writes an item, new or not. Rejects if a plan has written it, which this does not undo. */
export async function putItem<T extends object>(items: Items<T>, id: string, item: T): Promise<void> {
  await items.putPlanned(id, item, nextVersion());
  if (!isDeepStrictEqual(asSet(await items.find(id)), asSet(item)))
    throw new Error(`a plan has written ${id}; change it instead`);
}

/** Writes a tenant, new or not. Rejects if a plan has written it, which this does not undo. */
export async function putTenant(
  tenants: Pick<Stores['tenants'], 'find' | 'putPlanned'>,
  tenant: Tenant,
): Promise<void> {
  await tenants.putPlanned(tenant, nextVersion());
  if (!isDeepStrictEqual(asSet(await tenants.find(tenant.tenantId)), asSet(tenant)))
    throw new Error(`a plan has written the tenant ${tenant.tenantId}`);
}

// The stores set these themselves.
function asSet(value: object | undefined): unknown {
  return JSON.parse(JSON.stringify({ ...value, updatedAt: '', lastLeadReceivedAt: '' }));
}
