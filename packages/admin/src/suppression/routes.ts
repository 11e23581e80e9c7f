/** Suppression lists: their numbers, and imports of files, in parts. */
import {
  adminAddSuppressionPart,
  adminBeginSuppressionImport,
  adminFinishSuppressionImport,
  adminListSuppression,
  ApiError,
  type SuppressionList,
} from '@sluice/contracts';
import { listedForms } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import { newUlid } from '@sluice/process';
import type { AdminDeps } from '../deps.js';
import { sealingKeysOf } from '../credentials/sealing-keys-of.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'clock' | 'forTenant'> & Pick<AdminDeps, 'encryptionKeys'>;

/** After about this long an import that is not done yet is answered, and the caller asks again. */
const MERGES_FOR_MS = 10_000;

const list = defineAdminRoute(
  adminListSuppression,
  async ({ params: { tenantId } }, { stores }: StoresFor<'clock' | 'forTenant'>) => {
    const of = stores.forTenant(tenantId);
    const [lists, states] = await Promise.all([of.suppressionLists.all(), of.suppression.states()]);
    const at = now({ stores });
    return {
      lists: lists.map(({ listId, name }) => {
        const { entries = 0, lastImport, lease } = states.get(listId) ?? {};
        const importing = lease !== undefined && lease.until > at;
        return {
          ...{ listId, name, entries, importing },
          ...(lastImport && { lastImport: { ...lastImport, at: lastImport.at.toISOString() } }),
        };
      }),
    };
  },
);

const begin = defineAdminRoute(
  adminBeginSuppressionImport,
  async ({ params: { tenantId, listId }, body: { replace } }, deps: Deps) => {
    await listIn(deps, tenantId, listId);
    const importId = `imp_${newUlid()}`;
    const begun = await deps.stores.forTenant(tenantId).suppressionImports.begin(listId, {
      id: importId,
      replaces: replace,
      keys: sealingKeysOf(deps.encryptionKeys),
      now: now(deps),
    });
    if (!begun)
      throw new ApiError('INVALID_STATE', { message: 'Another import into this list is under way' });
    return { importId };
  },
  ({ params: { listId } }) => ({ listId }),
);

const add = defineAdminRoute(
  adminAddSuppressionPart,
  async ({ params: { tenantId, listId, importId }, body: { part, values } }, deps: Deps) => {
    const known = await listIn(deps, tenantId, listId);
    const { forms, invalid, places } = listedForms(known, values);
    const kept = await deps.stores.forTenant(tenantId).suppressionImports.add(listId, importId, {
      ...{ part, forms, now: now(deps) },
      keys: sealingKeysOf(deps.encryptionKeys),
    });
    if (!kept) throw gone();
    return { valid: forms.length, invalid, places };
  },
);

const finish = defineAdminRoute(
  adminFinishSuppressionImport,
  async ({ params: { tenantId, listId, importId }, body, note }, deps: Deps) => {
    await listIn(deps, tenantId, listId);
    const finished = await deps.stores.forTenant(tenantId).suppressionImports.finish(listId, importId, {
      ...body,
      clock: () => now(deps),
      forMs: MERGES_FOR_MS,
    });
    if (finished.kind === 'gone') throw gone();
    if (finished.kind === 'empty')
      throw new ApiError('INVALID_STATE', { message: 'The file holds no value; the list is as it was' });
    if (finished.kind === 'more') return { done: false };
    const { accepted, duplicate } = finished;
    note({ accepted, duplicate, invalid: body.invalid });
    return { done: true, accepted, duplicate };
  },
  ({ params: { listId } }) => ({ listId }),
);

async function listIn({ stores }: Deps, tenantId: string, listId: string): Promise<SuppressionList> {
  const found = await stores.forTenant(tenantId).suppressionLists.find(listId);
  if (!found)
    throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no suppression list ${listId}` });
  return found;
}

function gone(): ApiError {
  return new ApiError('INVALID_STATE', {
    message: 'This import was given up, or another one has begun; begin again',
  });
}

export const suppressionRoutes: readonly AdminRoute<AdminDeps>[] = [list, begin, add, finish];
