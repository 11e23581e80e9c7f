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
  return async (tenantId, write, change) => {
    const { version } = change;
    const of = forTenant(tenantId);
    switch (write.kind) {
      case 'tenant':
        if (!(await tenants.isWritten(tenantId, version))) {
          const before = await tenants.find(tenantId);
          await of.itemVersions.keep({ section: 'tenant', id: tenantId }, change, before);
          await failpointHook('before-planned-item');
        }
        await tenants.putPlanned(write.tenant, version);
        break;
      case 'secret':
        await secrets.setPlanned(tenantId, write.name, write.secret, version);
        break;
      case 'credentials':
        await secrets.setPlannedCredentials(tenantId, write.credentials, version);
        break;
      case 'item': {
        const catalog = of[write.of] as unknown as Catalog<object>;
        const before = await catalog.beforePlan(write.id, version);
        if (before) {
          await of.itemVersions.keep({ section: write.of, id: write.id }, change, before.item);
          await failpointHook('before-planned-item');
        }
        if (write.of === 'suppressionLists') await tenants.noteLists(tenantId);
        await catalog.putPlanned(write.id, write.item, version, write.hash);
        break;
      }
    }
    await failpointHook('between-planned-writes');
  };
}
