/** The statement of a client, as a page and as CSV. */
import { adminGetStatement, adminGetStatementCsv, ApiError } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { clientStatement, statementCsv } from '@sluice/reports';
import { mayAskAboutPeople } from '../allow.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

const show = defineAdminRoute(
  adminGetStatement,
  async ({ params: { tenantId }, query, actor }, deps: Deps) => {
    const statement = await clientStatement(deps, tenantId, query);
    if (!statement) throw noClient();
    if (mayAskAboutPeople(actor, tenantId)) return statement;
    return { ...statement, entries: statement.entries.map(({ note: _note, ...entry }) => entry) };
  },
);

const csv = defineAdminRoute(
  adminGetStatementCsv,
  async ({ params: { tenantId }, query: { bom, ...asked }, actor }, deps: Deps) => {
    const withNotes = mayAskAboutPeople(actor, tenantId);
    const table = await statementCsv(deps, tenantId, { ...asked, withNotes, bom: bom === 'true' });
    if (!table) throw noClient();
    return table;
  },
);

function noClient(): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: ['clientId: does not exist'] });
}

export const statementRoutes: readonly AdminRoute<AdminDeps>[] = [show, csv];
