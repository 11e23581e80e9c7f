/** GET /api/v1/clients (§4.5). */
import { listClients, type Client, type ListClientsQuery } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { foundBy } from '../found-by.js';

type Deps = StoresFor<'forTenant'>;

export const listClientsRoute = defineRoute(listClients, async ({ query, tenant }, { stores }: Deps) => {
  const { page, limit } = query;
  const all = await stores.forTenant(tenant.tenantId).clients.all();
  const matching = all.filter((client) => matches(client, query));
  const first = (page - 1) * limit;
  return {
    clients: matching.slice(first, first + limit),
    pagination: { total: matching.length, page, limit },
  };
});

function matches(client: Client, { active, search }: ListClientsQuery): boolean {
  if (active !== undefined && client.active !== active) return false;
  return foundBy(search, [client.name, client.abbrev]);
}
