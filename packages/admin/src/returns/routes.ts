/** Returns of sales. */
import {
  adminDecideReturn,
  adminGetReturnsCsv,
  adminGetReturnTotals,
  adminImportReturns,
  adminImportReturnsFile,
  adminListReturns,
  adminRequestReturn,
  mostUploadedRows,
  type ImportedReturn,
  type ReturnRow,
  pageEnd,
} from '@sluice/contracts';
import { csvPart, returnTotals } from '@sluice/domain';
import {
  decideReturn,
  listReturns,
  requestReturn,
  returnWithoutWords,
  shownReturn,
  sumReturns,
  type Core,
  type QuotaSubject,
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
import { importList, returnedColumns } from './import-list.js';
import { importReturn, type ReturnImport } from './import-return.js';
import { returnColumns } from './return-table.js';

const list = defineAdminRoute(
  adminListReturns,
  async ({ params: { tenantId }, query, actor }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    const { returns, nextCursor } = await listReturns(deps, tenantId, query, shownTo(actor, tenantId));
    return {
      returns,
      names: await namesIn(deps.stores.forTenant(tenantId), returns),
      ...pageEnd(nextCursor),
    };
  },
);

function shownTo(actor: Actor, tenantId: string): typeof shownReturn {
  return mayAskAboutPeople(actor, tenantId) ? shownReturn : returnWithoutWords;
}

const totals = defineAdminRoute(
  adminGetReturnTotals,
  async ({ params: { tenantId }, query }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    return { totals: returnTotals(await sumReturns(deps, tenantId, query)) };
  },
);

const csv = defineAdminRoute(
  adminGetReturnsCsv,
  async (
    { tenant, params: { tenantId }, query: { bom, ...query }, actor },
    deps: StoresFor<'forTenant' | 'tenants'>,
  ) => {
    const zone = zoneOf(tenant);
    const { returns, nextCursor } = await listReturns(deps, tenantId, query, shownTo(actor, tenantId));
    const names = await namesIn(deps.stores.forTenant(tenantId), returns);
    const columns = returnColumns({ zone, names });
    const part = { isFirst: query.cursor === undefined, bom: bom === 'true' };
    return { csv: csvPart(columns, returns, part), nextCursor };
  },
);

const request = defineAdminRoute(
  adminRequestReturn,
  async ({ params: { tenantId }, body, actor, note }, deps: ReturnDeps) => {
    const asked = { ...body, returnId: newId('return'), ...operatorOr(actor, adminRequestReturn) };
    const { returnId, leadId, ...rest } = shownReturn(await requestReturn(deps, tenantId, asked));
    note({ returnId, leadId });
    return { returnId, leadId, ...rest };
  },
);

const decide = defineAdminRoute(
  adminDecideReturn,
  async (
    { params: { tenantId, returnId }, body: { decision, note: why }, actor, note },
    deps: ReturnDeps,
  ) => {
    const words = { ...operatorOr(actor, adminDecideReturn), note: why };
    const decided = shownReturn(await decideReturn(deps, tenantId, returnId, decision, words));
    note({ leadId: decided.leadId });
    return decided;
  },
  ({ body: { decision } }) => ({ decision }),
);

const importReturns = defineAdminRoute(
  adminImportReturns,
  async ({ params: { tenantId }, body: { rows, dryRun }, actor, note }, core: Core) => {
    const results = await importerOf(core, { tenantId, ...operatorOr(actor, adminImportReturns), dryRun })(
      rows,
    );
    note(countsOf(results));
    return { results };
  },
  ({ body }) => ({ rows: String(body.rows.length) }),
);

const importFile = defineAdminRoute(
  adminImportReturnsFile,
  async ({ params: { tenantId }, body, actor, note }, core: Core) => {
    const rows = await uploadedRows(body, returnedColumns, mostUploadedRows.returns);
    const request = importerOf(core, {
      ...{ tenantId, dryRun: body.dryRun },
      ...operatorOr(actor, adminImportReturnsFile),
    });
    const results = await importList(request, rows, rows.length);
    note({ rows: rows.length, ...countsOf(results) });
    return { rows: [...results] };
  },
);

/** Whose rows are imported. */
interface Import extends Omit<ReturnImport, 'foreseen'> {
  readonly dryRun: boolean;
}

function importerOf(core: Core, { dryRun, ...whose }: Import) {
  const foreseen: QuotaSubject[] | undefined = dryRun ? [] : undefined;
  return async (rows: readonly ReturnRow[]): Promise<ImportedReturn[]> => {
    const results: ImportedReturn[] = [];
    // In their order: a quota may have room for the first ones only.
    for (const row of rows) results.push(await importReturn(core, { ...whose, foreseen }, row));
    return results;
  };
}

function countsOf(results: readonly ImportedReturn[]): Readonly<Record<string, number>> {
  const count = (of: ImportedReturn['result']) => results.filter(({ result }) => result === of).length;
  return { accepted: count('accepted'), duplicate: count('duplicate'), refused: count('refused') };
}

export const returnRoutes: readonly AdminRoute<AdminDeps>[] = [
  list,
  totals,
  csv,
  request,
  decide,
  importReturns,
  importFile,
];
