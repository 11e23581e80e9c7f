/** Connecting a buyer: a delivery endpoint from an example. */
import { adminReadEndpointExample } from '@sluice/contracts';
import { libraryEntries } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { readExample } from './example/read-example.js';

const readEndpointExample = defineAdminRoute(
  adminReadEndpointExample,
  async (
    { params: { tenantId }, body: { text } },
    { stores }: StoresFor<'forTenant' | 'secrets' | 'tenants'>,
  ) => {
    await tenantOf(stores, tenantId);
    const of = stores.forTenant(tenantId);
    const [endpoints, secrets, library] = await Promise.all([
      of.deliveryEndpoints.all(),
      stores.secrets.list(tenantId),
      of.fieldLibrary.all(),
    ]);
    return readExample(text, {
      endpointIds: endpoints.map(({ deliveryEndpointId }) => deliveryEndpointId),
      secretNames: secrets.map(({ name }) => name),
      library: libraryEntries(library).filter(({ active }) => active),
    });
  },
);

export const endpointItemRoutes: readonly AdminRoute<AdminDeps>[] = [readEndpointExample];
