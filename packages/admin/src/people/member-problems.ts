/** Whether a role in a tenant fits the client or supplier that is named with it. */
import { ApiError, type Membership } from '@sluice/contracts';
import type { Stores } from '@sluice/store';

type Part = 'client' | 'supplier';

/**
 * Refuses a role whose client or supplier is missing, unknown or archived, or that has none.
 * @throws ApiError VALIDATION_ERROR beside `clientId` or `supplierId`
 */
export async function checkMember(
  { forTenant }: Pick<Stores, 'forTenant'>,
  { tenantId, role, clientId, supplierId }: Membership,
): Promise<void> {
  const { clients, suppliers } = forTenant(tenantId);
  const problem = async (part: Part, id: string | undefined, find: (id: string) => Promise<unknown>) => {
    if (role !== part) return id === undefined ? undefined : `goes with the role ${part} only`;
    if (id === undefined) return `is required with the role ${part}`;
    const found = (await find(id)) as { readonly archivedAt?: unknown } | undefined;
    if (!found) return 'does not exist';
    return found.archivedAt === undefined ? undefined : 'is archived';
  };
  const ofClient = await problem('client', clientId, (id) => clients.find(id));
  const ofSupplier = await problem('supplier', supplierId, (id) => suppliers.find(id));
  const details = [
    ...(ofClient === undefined ? [] : [`clientId: ${ofClient}`]),
    ...(ofSupplier === undefined ? [] : [`supplierId: ${ofSupplier}`]),
  ];
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
}
