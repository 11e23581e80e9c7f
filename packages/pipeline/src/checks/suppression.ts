/** Whether a lead is on a suppression list: asked about every lead, tests too, of a tenant that has lists. */
import type { LeadData, SuppressionList } from '@sluice/contracts';
import { identifyingPhone, listedFormOf, smsNumber, type Suppression } from '@sluice/domain';
import type { SealingKey } from '@sluice/store';
import type { StoresFor } from '../core.js';

/** What looking at lists needs. */
export interface SuppressionDeps extends StoresFor<'forTenant' | 'tenants'> {
  /** Open the lists' keys. */
  readonly encryptionKeys: readonly SealingKey[];
}

/** The lists that are asked about every lead, or about those that are offered to one client. */
export type SuppressionScope = 'tenant' | { readonly clientId: string };

/** The lists of the tenant that are asked; of a tenant that never had one, nothing is read. */
export async function listsOf(
  { stores }: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
): Promise<readonly SuppressionList[]> {
  if (!(await stores.tenants.hasLists(tenantId))) return [];
  const all = await stores.forTenant(tenantId).suppressionLists.allCached();
  return all.filter(({ active, archivedAt }) => active && archivedAt === undefined);
}

/**
 * The first of the lists of this scope that has the lead; undefined if there is no such list. Rejects if the key of one
 * cannot be opened: nothing is sold unchecked.
 */
export async function suppressionOf(
  deps: SuppressionDeps,
  { tenantId, data }: { readonly tenantId: string; readonly data: LeadData },
  scope: SuppressionScope,
): Promise<Suppression | undefined> {
  const lists = (await listsOf(deps, tenantId)).filter((list) => isOf(list, scope));
  if (lists.length === 0) return undefined;
  const stores = deps.stores.forTenant(tenantId);
  const probes = lists.flatMap((list) => {
    const form = listedFormOf(list, data);
    return form === undefined ? [] : [{ listId: list.listId, form }];
  });
  const listed = await stores.suppression.listed(probes, deps.encryptionKeys);
  const number = lists.some(({ fromOptOuts }) => fromOptOuts) ? identifyingPhone(data) : undefined;
  const hasOptedOut = number !== undefined && (await stores.messages.hasOptedOut(smsNumber(number)));
  const found = lists.find(({ listId, fromOptOuts }) => listed.has(listId) || (fromOptOuts && hasOptedOut));
  return found ? { kind: 'listed', listId: found.listId } : { kind: 'free' };
}

function isOf({ scope, clientId }: SuppressionList, asked: SuppressionScope): boolean {
  return asked === 'tenant' ? scope === 'tenant' : scope === 'client' && clientId === asked.clientId;
}
