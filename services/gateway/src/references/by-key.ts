/** Whom the history of an item names for a request of the interface. */
import type { TenantScope } from '@sluice/http';
import type { StoredPerson } from '@sluice/store';

/** The key of the tenant, by the characters by which people recognise it. */
export function byKey({ prefix }: TenantScope): StoredPerson {
  return { by: `API key ${prefix}…`, byMember: true };
}
