/** What applying a tenant file would change: compared with what is stored, section by section. */
import { isDeepStrictEqual } from 'node:util';
import type { TenantFile } from '@sluice/contracts';
import type { ConfigurationChange } from '@sluice/pipeline';
import type { Catalog, Stores, TenantStores } from '@sluice/store';

/** One change: how it reads, and how it is made. */
export interface Change {
  /** E.g. `campaign ACMRU: changed (name, settings)`. */
  readonly text: string;
  readonly apply: () => Promise<void>;
  /** What is changed, where leads that wait may be concerned. */
  readonly touches?: ConfigurationChange;
}

/** The kinds of things in a tenant file, in the order in which they refer to each other. */
const sections = [
  { section: 'clients', kind: 'client', id: 'clientId' },
  { section: 'offers', kind: 'offer', id: 'offerId' },
  { section: 'deliveryEndpoints', kind: 'delivery endpoint', id: 'deliveryEndpointId' },
  { section: 'phoneNumbers', kind: 'phone number', id: 'phoneNumberId' },
  { section: 'smsAgents', kind: 'SMS agent', id: 'agentId' },
  { section: 'valueSets', kind: 'value set', id: 'valueSetId' },
  { section: 'fieldLibrary', kind: 'field', id: 'key' },
  { section: 'campaigns', kind: 'campaign', id: 'campaignId' },
] as const;

type Item = Readonly<Record<string, unknown>>;

/** Everything that differs from what is stored. What the file does not mention stays as it is. */
export async function planChanges(file: TenantFile, stores: Stores, now: Date): Promise<readonly Change[]> {
  const tenantStores = stores.forTenant(file.tenantId);
  const changes: Change[] = [];
  for (const { section, kind, id } of sections) {
    const catalog = tenantStores[section] as unknown as Catalog<Item>;
    for (const wanted of await described(file, section, tenantStores)) {
      const name = String(wanted[id]);
      const change = await compare(catalog, kind, name, wanted, now);
      if (change) changes.push({ ...change, touches: { [section]: [name] } });
    }
  }
  const tenant = await tenantChange(file, stores);
  return tenant ? [tenant, ...changes] : changes;
}

// A campaign shows the names of its client and offer; of several numbers, the first in the file is the first choice.
async function described(
  file: TenantFile,
  section: (typeof sections)[number]['section'],
  { clients, offers }: TenantStores,
): Promise<readonly Item[]> {
  if (section === 'phoneNumbers')
    return file.phoneNumbers.map((number, position) => ({ position, ...number }));
  if (section !== 'campaigns') return file[section];
  return Promise.all(
    file.campaigns.map(async (campaign) => {
      const { clientId, offerId } = campaign;
      const client =
        file.clients.find((each) => each.clientId === clientId) ?? (await clients.find(clientId));
      const offer = file.offers.find((each) => each.offerId === offerId) ?? (await offers.find(offerId));
      return {
        ...campaign,
        ...(client && { clientName: client.name, clientAbbrev: client.abbrev }),
        ...(offer && { offerName: offer.name, offerAbbrev: offer.abbrev }),
      };
    }),
  );
}

/** Fields that the service keeps itself; a tenant file neither sets nor clears them. */
const keptFields = ['createdAt', 'updatedAt', 'archivedAt', 'lastLeadReceivedAt'] as const;

async function compare(
  catalog: Catalog<Item>,
  kind: string,
  id: string,
  wanted: Item,
  now: Date,
): Promise<Change | undefined> {
  const at = now.toISOString();
  const stored = await catalog.find(id);
  if (!stored) {
    return {
      text: `${kind} ${id}: new`,
      apply: () => catalog.put(id, { ...wanted, createdAt: at, updatedAt: at }),
    };
  }
  const kept = Object.fromEntries(
    keptFields.flatMap((field) => (field in stored ? [[field, stored[field]]] : [])),
  );
  const next = JSON.parse(JSON.stringify({ ...wanted, ...kept })) as Item;
  const fields = [...new Set([...Object.keys(stored), ...Object.keys(next)])].filter(
    (field) => !isDeepStrictEqual(stored[field], next[field]),
  );
  if (fields.length === 0) return undefined;
  return {
    text: `${kind} ${id}: changed (${fields.join(', ')})`,
    apply: () => catalog.put(id, { ...next, updatedAt: at }),
  };
}

async function tenantChange(
  { tenantId, name, settings }: TenantFile,
  stores: Stores,
): Promise<Change | undefined> {
  const stored = await stores.tenants.find(tenantId);
  const wanted = JSON.parse(JSON.stringify({ tenantId, name, settings })) as typeof stored & object;
  if (isDeepStrictEqual(stored, wanted)) return undefined;
  return {
    text: `tenant ${tenantId}: ${stored ? 'changed' : 'new'}`,
    touches: { tenant: true },
    apply: () => stores.tenants.put(wanted),
  };
}
