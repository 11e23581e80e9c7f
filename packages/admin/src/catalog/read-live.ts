/**
 * The live configuration of a tenant as it is once a plan that is being carried out is finished, so that no reader
 * takes a part of a change for the whole.
 */
import type { Tenant } from '@sluice/contracts';
import type { Stores } from '@sluice/store';
import { readStored, type Stored } from './live-file.js';
import type { Item } from './sections.js';

/** The live configuration. */
export interface LiveConfiguration {
  /** Absent for a tenant that does not exist. */
  readonly tenant: Tenant | undefined;
  readonly stored: Stored;
  /** The names of the tenant's secrets. */
  readonly secrets: readonly string[];
}

/** Reads the live configuration of a tenant; with `wholeSets`, only these value sets have their values. */
export async function readLive(
  tenantId: string,
  stores: Pick<Stores, 'configurations' | 'forTenant' | 'secrets' | 'tenants'>,
  wholeSets?: readonly string[],
): Promise<LiveConfiguration> {
  // Read first: a plan that is finished meanwhile is in what is read then.
  const pending = await stores.configurations.pending(tenantId);
  const [found, stored, secrets] = await Promise.all([
    stores.tenants.find(tenantId),
    readStored(stores.forTenant(tenantId), wholeSets),
    stores.secrets.list(tenantId),
  ]);
  let tenant = found;
  const names = new Set(secrets.map(({ name }) => name));
  for (const write of pending) {
    if (write.kind === 'tenant') tenant = write.tenant;
    else if (write.kind === 'secret') names.add(write.name);
    else if (write.kind === 'item') (stored[write.of] as Map<string, Item>).set(write.id, write.item as Item);
  }
  return { tenant, stored, secrets: [...names].sort() };
}
