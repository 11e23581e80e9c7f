/** Suppliers of tests, and keys of theirs. */
import type { Supplier } from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { aStoredSupplier, putItem } from '@sluice/testing';
import type { Gateway } from './gateway.js';

let suppliers = 0;

/** A supplier of the tenant `alpha` with a key of its own. */
export async function aSupplier(
  world: Pick<Gateway, 'alpha' | 'stores'>,
  said: Partial<Supplier> = {},
): Promise<{ readonly supplierId: string; readonly key: string }> {
  suppliers += 1;
  const own = { supplierId: `sup_${suppliers}`, name: `Supplier ${suppliers}` };
  const supplier = aStoredSupplier({ ...own, ...said });
  const { supplierId } = supplier;
  await putItem(world.alpha.stores.suppliers, supplierId, supplier);
  const key = newKey('slk_');
  await world.stores.apiKeys.add(key, { tenantId: 'alpha', name: 'test', createdAt: new Date(), supplierId });
  return { supplierId, key };
}
