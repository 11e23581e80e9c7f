/** Makes the writes of plans through the stores that own what they write. */
import type { Catalog } from './catalog.js';
import type { FailpointHook } from '../driver/failpoint-hook.js';
import type { Stores } from '../stores.js';
import type { MakeWrite } from './planned-write.js';

/** Returns the function that makes writes on these stores. */
export function makeWriteOn(
  { tenants, secrets, forTenant }: Pick<Stores, 'tenants' | 'secrets' | 'forTenant'>,
  failpointHook: FailpointHook,
): MakeWrite {
  return async (tenantId, write, version) => {
    switch (write.kind) {
      case 'tenant':
        await tenants.putPlanned(write.tenant, version);
        break;
      case 'secret':
        await secrets.setPlanned(tenantId, write.name, write.secret, version);
        break;
      case 'credentials':
        await secrets.setPlannedCredentials(tenantId, write.credentials, version);
        break;
      case 'item': {
        const catalog = forTenant(tenantId)[write.of] as unknown as Catalog<object>;
        await catalog.putPlanned(write.id, write.item, version);
        break;
      }
    }
    await failpointHook('between-planned-writes');
  };
}
