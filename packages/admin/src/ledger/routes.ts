/** The ledger: its list, corrections, and the comparison with a buyer's own list. */
import {
  adminCreateAdjustment,
  adminListLedger,
  adminReconcileLedger,
  ApiError,
  roleAllows,
  type ReconciledRow,
} from '@sluice/contracts';
import { bookAdjustment, listLedger, shownEntry, type ReturnDeps, type StoresFor } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { reconcileRow } from './reconcile-row.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

const list = defineAdminRoute(
  adminListLedger,
  async ({ params: { tenantId }, query, actor }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    await tenantOf(deps.stores, tenantId);
    const { entries, nextCursor } = await listLedger(deps, tenantId, query);
    // What people wrote may be about a person.
    const shown = roleAllows(actor.role, 'operate')
      ? entries
      : entries.map(({ note: _note, ...entry }) => entry);
    return { entries: shown, nextCursor };
  },
);

const adjust = defineAdminRoute(
  adminCreateAdjustment,
  async ({ params: { tenantId }, body, actor, note }, deps: Deps) => {
    await tenantOf(deps.stores, tenantId);
    const cause = { entryId: newId('adjustment'), by: actor.name };
    const entry = await bookAdjustment(deps, tenantId, body, cause);
    note({ entryId: entry.entryId });
    return shownEntry(entry);
  },
  ({ body: { leadId } }) => ({ leadId }),
);

const reconcile = defineAdminRoute(
  adminReconcileLedger,
  async ({ params: { tenantId }, body: { rows, clientId, book }, actor, note }, deps: ReturnDeps) => {
    await tenantOf(deps.stores, tenantId);
    if (clientId !== undefined && !(await deps.stores.forTenant(tenantId).clients.find(clientId)))
      throw new ApiError('VALIDATION_ERROR', { details: ['clientId: does not exist'] });
    const whose = { tenantId, clientId, by: book ? actor.name : undefined };
    const found: ReconciledRow[] = [];
    // One after the other: a row may be in the list twice.
    for (const row of rows) found.push(await reconcileRow(deps, whose, row));
    note({ booked: found.filter(({ entryId }) => entryId !== undefined).length });
    return { rows: found };
  },
  ({ body: { rows, clientId } }) => ({
    rows: String(rows.length),
    ...(clientId !== undefined && { clientId }),
  }),
);

export const ledgerRoutes: readonly AdminRoute<AdminDeps>[] = [list, adjust, reconcile];
