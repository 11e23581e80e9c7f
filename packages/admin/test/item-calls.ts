/** Calls of the operations on items, and a tenant that has some. */
import {
  adminApplyCatalog,
  adminArchiveItem,
  adminCheckItem,
  adminGetItem,
  adminListItemVersions,
  adminSaveItem,
  type ItemSection,
  type Section,
} from '@sluice/contracts';
import type { AdminApi } from './admin-api.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A tenant with a client, an offer, an endpoint and a campaign that refers to them. */
export const itemsFile = (tenantId: string, more: object = {}) => ({
  tenantId,
  name: 'Items',
  clients: [{ clientId: 'cli_1', name: 'Acme', abbrev: 'ACM' }],
  offers: [{ offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' }],
  deliveryEndpoints: [
    {
      deliveryEndpointId: 'end_1',
      name: 'Acme in',
      url: 'https://buyer.example/in?api_key=s3cret-q',
      headers: { Authorization: 'Bearer s3cret-h' },
    },
  ],
  campaigns: [
    {
      campaignId: 'AAA',
      name: 'First',
      clientId: 'cli_1',
      offerId: 'off_1',
      deliveryEndpointId: 'end_1',
    },
  ],
  ...more,
});
/** The calls, on this API; without a key, by an operator who may administer. */
export const itemCalls = (world: AdminApi) => ({
  apply: async (tenantId: string, more: object = {}) => {
    const body = { file: JSON.stringify(itemsFile(tenantId, more)), allowLiteralCredentials: true };
    const answer = await world.call(adminApplyCatalog, { params: { tenantId }, body });
    expect(answer.error).toBeUndefined();
  },
  get: (tenantId: string, section: ItemSection, id: string, key?: string) =>
    world.call(adminGetItem, { params: { tenantId, section, id }, ...(key && { key }) }),
  save: (
    tenantId: string,
    section: Section,
    id: string,
    item: Fields,
    basedOn: string | null,
    key?: string,
  ) =>
    world.call(adminSaveItem, {
      params: { tenantId, section, id },
      body: { item, basedOn },
      ...(key && { key }),
    }),
  check: (tenantId: string, section: Section, item: Fields, basedOn?: string | null) =>
    world.call(adminCheckItem, { params: { tenantId, section }, body: { item, basedOn } }),
  archive: (tenantId: string, section: Section, id: string, archived = true) =>
    world.call(adminArchiveItem, { params: { tenantId, section, id }, body: { archived } }),
  history: async (tenantId: string, section: ItemSection, id: string) =>
    (await world.call(adminListItemVersions, { params: { tenantId, section, id } })).data.versions,
});
