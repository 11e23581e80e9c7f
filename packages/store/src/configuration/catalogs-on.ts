/** The collections of what a tenant file describes item by item, as catalogs of each tenant. */
import type { Collection } from 'mongodb';
import type { BulkWriter } from '../commit/ordered-writes.js';
import type { DatabaseClock } from '../driver/clock.js';
import type { StoreCollections } from '../registry/collections.js';
import { CatalogCache } from './catalog-cache.js';
import type { CatalogDocument } from './catalog-document.js';
import { Catalog, catalogBatching } from './catalog.js';
import { ItemVersionStore } from './item-versions.js';
import type { ChangeTenantOutside, ItemKind } from './planned-write.js';

/** Makes the catalogs of a tenant, by section. */
export function catalogsOn(
  { of, writer }: { readonly of: StoreCollections; readonly writer: BulkWriter },
  clock: Pick<DatabaseClock, 'now'>,
  outside: ChangeTenantOutside,
) {
  const catalog = <T extends object>(
    collection: Collection<CatalogDocument<T>>,
    section: ItemKind,
    kind: string,
    name: string | null = 'name',
  ) => {
    const roundTrips = catalogBatching<T>(writer, collection);
    return (tenantId: string) =>
      new Catalog<T>(collection, roundTrips, new CatalogCache<T>(), {
        tenantId,
        section,
        kind,
        name,
        history: new ItemVersionStore(of.itemVersions, tenantId),
        now: () => clock.now(),
        outside: (...change) => outside(tenantId, ...change),
      });
  };
  return {
    campaigns: catalog(of.campaigns, 'campaigns', 'campaign'),
    offers: catalog(of.offers, 'offers', 'offer'),
    clients: catalog(of.clients, 'clients', 'client'),
    deliveryEndpoints: catalog(of.deliveryEndpoints, 'deliveryEndpoints', 'delivery endpoint'),
    phoneNumbers: catalog(of.phoneNumbers, 'phoneNumbers', 'phone number', 'phoneNumber'),
    smsAgents: catalog(of.smsAgents, 'smsAgents', 'SMS agent'),
    agentVariables: catalog(of.agentVariables, 'agentVariables', 'agent variables', null),
    suppliers: catalog(of.suppliers, 'suppliers', 'supplier'),
    suppressionLists: catalog(of.suppressionLists, 'suppressionLists', 'suppression list'),
    valueSets: catalog(of.valueSets, 'valueSets', 'value set'),
    lookups: catalog(of.lookups, 'lookups', 'look-up'),
    fieldLibrary: catalog(of.fieldLibrary, 'fieldLibrary', 'field', 'label'),
  };
}
