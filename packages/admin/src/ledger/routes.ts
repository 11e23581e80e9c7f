/** The ledger: its list, totals and table, corrections, and the comparison with a buyer's own list. */
import {
  adminCreateAdjustment,
  adminGetLedgerCsv,
  adminGetLedgerTotals,
  adminListLedger,
  adminReconcileFile,
  adminReconcileLedger,
  ApiError,
  listLedgerQuerySchema,
  mostUploadedRows,
  type ReconciledRow,
  type ShownLedgerEntry,
  pageEnd,
} from '@sluice/contracts';
import { csvPart, ledgerTotals } from '@sluice/domain';
import {
  bookAdjustment,
  listLedger,
  shownEntry,
  sumLedger,
  type ReturnDeps,
  type StoresFor,
} from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { namesIn } from '@sluice/reports';
import type { Actor } from '../actor.js';
import { mayAskAboutPeople } from '../allow.js';
import type { AdminDeps } from '../deps.js';
import { uploadedRows } from '../files/uploaded-rows.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import { operatorOr } from '../who-did.js';
import { ledgerColumns } from './ledger-table.js';
import { listedColumns, reconcileList } from './reconcile-list.js';
import { reconcileRows } from './reconcile-row.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

const list = defineAdminRoute(
  adminListLedger,
  async ({ params: { tenantId }, query, actor }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    const { entries, nextCursor } = await listLedger(deps, tenantId, query, actor.role !== undefined);
    const names = await namesIn(deps.stores.forTenant(tenantId), entries);
    return { entries: shownTo(actor, tenantId, entries), names, ...pageEnd(nextCursor) };
  },
);

// What people wrote may be about a person.
function shownTo(
  actor: Actor,
  tenantId: string,
  entries: readonly ShownLedgerEntry[],
): readonly ShownLedgerEntry[] {
  return mayAskAboutPeople(actor, tenantId) ? entries : entries.map(({ note: _note, ...entry }) => entry);
}

const totals = defineAdminRoute(
  adminGetLedgerTotals,
  async ({ params: { tenantId }, query }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    return { totals: ledgerTotals(await sumLedger(deps, tenantId, query)) };
  },
);

const csv = defineAdminRoute(
  adminGetLedgerCsv,
  async (
    { tenant, params: { tenantId }, query: { bom, ...query }, actor },
    deps: StoresFor<'forTenant' | 'tenants'>,
  ) => {
    const zone = zoneOf(tenant);
    const { entries, nextCursor } = await listLedger(deps, tenantId, query, actor.role !== undefined);
    const names = await namesIn(deps.stores.forTenant(tenantId), entries);
    const columns = ledgerColumns({ zone, names });
    const part = { isFirst: query.cursor === undefined, bom: bom === 'true' };
    return { csv: csvPart(columns, shownTo(actor, tenantId, entries), part), nextCursor };
  },
);

const adjust = defineAdminRoute(
  adminCreateAdjustment,
  async ({ params: { tenantId }, body, actor, note }, deps: Deps) => {
    const cause = { entryId: newId('adjustment'), ...operatorOr(actor, adminCreateAdjustment) };
    const entry = await bookAdjustment(deps, tenantId, body, cause);
    note({ entryId: entry.entryId });
    return shownEntry(entry, actor.role !== undefined);
  },
  ({ body: { leadId } }) => ({ leadId }),
);

const ROWS_AT_ONCE = 8;

const reconcile = defineAdminRoute(
  adminReconcileLedger,
  async ({ params: { tenantId }, body: { rows, clientId, book }, actor, note }, deps: ReturnDeps) => {
    await refuseUnknownClient(deps, tenantId, clientId);
    const whose = { tenantId, clientId, ...(book && operatorOr(actor, adminReconcileLedger)) };
    // One after the other where something is booked: a row may be in the list twice.
    const found = await reconcileRows(deps, whose, rows, book ? 1 : ROWS_AT_ONCE);
    note({ booked: bookedOf(found) });
    return { rows: found };
  },
  ({ body: { rows, clientId } }) => ({
    rows: String(rows.length),
    ...(clientId !== undefined && { clientId }),
  }),
);

// All that a file is compared with is answered at once.
const bounds = { days: 400, missing: 2_000 };

const ROWS_PER_PART = 100;

const reconcileFile = defineAdminRoute(
  adminReconcileFile,
  async ({ params: { tenantId }, body, actor, note, request: { signal } }, deps: ReturnDeps) => {
    const { clientId, book } = body;
    await refuseUnknownClient(deps, tenantId, clientId);
    const rows = await uploadedRows(body, listedColumns, mostUploadedRows.reconcile);
    const found = await reconcileList(
      {
        // No sale is in it twice where something is booked.
        compare: (part, booking) =>
          reconcileRows(
            deps,
            { tenantId, clientId, ...(booking && operatorOr(actor, adminReconcileFile)) },
            part,
            ROWS_AT_ONCE,
          ),
        entries: (query) => allEntries(deps, tenantId, query),
      },
      rows,
      { clientId, book, atOnce: ROWS_PER_PART, bounds, signal },
    );
    note({ rows: rows.length, booked: bookedOf(found.rows) });
    return { ...found, names: await namesIn(deps.stores.forTenant(tenantId), found.missingThere ?? []) };
  },
  ({ body: { clientId } }) => ({ ...(clientId !== undefined && { clientId }) }),
);

async function refuseUnknownClient(
  { stores }: StoresFor<'forTenant'>,
  tenantId: string,
  clientId: string | undefined,
): Promise<void> {
  if (clientId !== undefined && !(await stores.forTenant(tenantId).clients.find(clientId)))
    throw new ApiError('VALIDATION_ERROR', { details: ['clientId: does not exist'] });
}

function bookedOf(rows: readonly ReconciledRow[]): number {
  return rows.filter(({ entryId }) => entryId !== undefined).length;
}

// What the filters match, page by page.
async function* allEntries(
  deps: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<ShownLedgerEntry, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const asked = listLedgerQuerySchema.parse({ ...query, limit: '100', cursor });
    const { entries, nextCursor } = await listLedger(deps, tenantId, asked);
    yield* entries;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

export const ledgerRoutes: readonly AdminRoute<AdminDeps>[] = [
  list,
  totals,
  csv,
  adjust,
  reconcile,
  reconcileFile,
];
