/** POST /api/v1/suppression-lists/{listId}/entries…: adds, removes and looks up single people. Nothing of a value is kept. */
import {
  addSuppressionEntries,
  ApiError,
  checkSuppressionEntry,
  removeSuppressionEntries,
  type SuppressionList,
} from '@sluice/contracts';
import { listedForm, listedForms, smsNumber } from '@sluice/domain';
import { defineRoute } from '@sluice/http';
import { now, type StoresFor } from '@sluice/pipeline';
import type { GatewayDeps } from '../deps.js';
import { found } from '../references/refuse-missing.js';

type Deps = StoresFor<'clock' | 'forTenant'> & Pick<GatewayDeps, 'encryptionKeys'>;

export const addSuppressionEntriesRoute = defineRoute(
  addSuppressionEntries,
  async ({ params: { listId }, body: { values }, tenant: { tenantId } }, deps: Deps) => {
    const list = await listOf(deps, tenantId, listId);
    const { forms, invalid, places } = listedForms(list, values);
    const accepted = await changed(deps, tenantId, listId, forms, 'add');
    return { accepted, duplicate: forms.length - accepted, invalid, invalidLines: places };
  },
);

export const removeSuppressionEntriesRoute = defineRoute(
  removeSuppressionEntries,
  async ({ params: { listId }, body: { values }, tenant: { tenantId } }, deps: Deps) => {
    const list = await listOf(deps, tenantId, listId);
    const { forms } = listedForms(list, values);
    return { removed: await changed(deps, tenantId, listId, forms, 'remove') };
  },
);

export const checkSuppressionEntryRoute = defineRoute(
  checkSuppressionEntry,
  async ({ params: { listId }, body: { value }, tenant: { tenantId } }, deps: Deps) => {
    const list = await listOf(deps, tenantId, listId);
    const form = listedForm(list, value);
    if (form === undefined) return { listed: false };
    const { suppression, messages } = deps.stores.forTenant(tenantId);
    const listed = await suppression.listed([{ listId, form }], deps.encryptionKeys);
    if (listed.size > 0) return { listed: true };
    const number = list.fromOptOuts ? listedForm({ ...plainPhone, country: list.country }, value) : undefined;
    return { listed: number !== undefined && (await messages.hasOptedOut(smsNumber(number))) };
  },
);

const plainPhone = { kind: 'phone' } as const;

async function listOf({ stores }: Deps, tenantId: string, listId: string): Promise<SuppressionList> {
  return found(await stores.forTenant(tenantId).suppressionLists.find(listId));
}

async function changed(
  deps: Deps,
  tenantId: string,
  listId: string,
  forms: readonly string[],
  how: 'add' | 'remove',
): Promise<number> {
  if (forms.length === 0) return 0;
  const { suppression } = deps.stores.forTenant(tenantId);
  const done = await suppression.change(listId, forms, how, deps.encryptionKeys, now(deps));
  if (done.kind === 'changed') return done.by;
  throw new ApiError('INVALID_STATE', { message: 'The list is being replaced; try again once that is done' });
}
