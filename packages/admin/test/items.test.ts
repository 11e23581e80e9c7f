/** The items of a tenant file, one at a time: listed, read, checked and saved. */
import {
  adminCheckItem,
  adminCheckSettings,
  adminGetItemVersion,
  adminListItems,
  adminSaveItem,
  adminSaveSettings,
  sections,
  type Section,
} from '@sluice/contracts';
import { CATALOG_STALENESS_MS } from '@sluice/store';
import { duringTests, validItems } from '@sluice/testing';
import assert from 'node:assert/strict';
import { openAdminApi } from './admin-api.js';
import { itemCalls, type Fields } from './item-calls.js';

const world = duringTests(openAdminApi);
const { apply, get, save, check, history } = itemCalls(world);
// What refers to an item is known from a cache.
const everywhere = () => new Promise((done) => setTimeout(done, CATALOG_STALENESS_MS + 100));
const versionOf = (tenantId: string) => world.stores.configurations.version(tenantId);

const listedEtag = async (tenantId: string, section: Section, id: string) =>
  (await world.call(adminListItems, { params: { tenantId, section } })).data.items.find(
    (row) => row.id === id,
  )?.etag;

it('a list reads no values, and knows the etag of each item whichever way it was written last', async () => {
  await apply('listed', { valueSets: [{ valueSetId: 'vs_1', name: 'West', values: ['CA', 94_607] }] });
  const { valueSets, offers } = world.stores.forTenant('listed');
  const isNotRead = () => assert.fail('an item was read whole');
  expect(await valueSets.rows({}, 10, isNotRead)).toEqual([
    {
      id: 'vs_1',
      item: { name: 'West', updatedAt: expect.any(String) as string },
      hash: expect.any(String) as string,
    },
  ]);
  await offers.change('off_1', { description: 'by the interface' });
  const changed = await get('listed', 'offers', 'off_1');
  expect(await listedEtag('listed', 'offers', 'off_1')).toBe(changed.data.etag);
  // Read whole once.
  expect(await offers.rows({}, 10, isNotRead)).toMatchObject([{ id: 'off_1' }]);
  await save(
    'listed',
    'offers',
    'off_1',
    { ...changed.data.item, description: 'by a form' },
    changed.data.etag,
  );
  const saved = (await get('listed', 'offers', 'off_1')).data.etag;
  expect(saved).not.toBe(changed.data.etag);
  expect(await listedEtag('listed', 'offers', 'off_1')).toBe(saved);
});

it('a list and an item have the same etag after a change by a release that stores no hashes', async () => {
  await apply('upgraded');
  const before = (await get('upgraded', 'offers', 'off_1')).data.etag;
  expect(await listedEtag('upgraded', 'offers', 'off_1')).toBe(before);
  const set = { 'item.description': 'by the last release', 'item.updatedAt': '2026-02-03T04:05:06.000Z' };
  const { matchedCount } = await world.db
    .collection('offers')
    .updateOne({ _id: 'upgraded/off_1' as never }, { $set: set });
  expect(matchedCount).toBe(1);
  const { etag } = (await get('upgraded', 'offers', 'off_1')).data;
  expect(etag).not.toBe(before);
  expect(await listedEtag('upgraded', 'offers', 'off_1')).toBe(etag);
});

it('an item of every kind, and the settings, are checked with their plain words, without what is secret', async () => {
  const secret = `whsec_${'A'.repeat(32)}`;
  const settings = { timezone: 'UTC', webhooks: { url: 'https://hooks.example/?api_key=s3cret', secret } };
  await apply('explained', {
    ...Object.fromEntries(sections.map(({ section }) => [section, [validItems[section]]])),
    settings,
  });
  for (const { section, id } of sections) {
    const { data } = await get('explained', section, String(validItems[section][id]));
    const { inWords } = (await check('explained', section, data.item)).data;
    expect([section, inWords.length > 0]).toEqual([section, true]);
    expect(JSON.stringify(inWords)).not.toMatch(/undefined|stored-literal/);
  }
  const { item } = (await get('explained', 'tenant', 'explained')).data;
  const params = { tenantId: 'explained' };
  const { inWords } = (await world.call(adminCheckSettings, { params, body: { item } })).data;
  expect(inWords.map(({ text }) => text)).toEqual(['Tenant: “explained”.', 'Name: “Items”.', 'Settings:']);
  const told = JSON.stringify(inWords);
  expect(told).toContain('Secret: “••••”.');
  expect(told).not.toMatch(/s3cret|AAAA/);
  const offer = (await check('explained', 'offers', validItems.offers)).data.inWords;
  expect(offer).toContainEqual({ text: 'Eligibility criteria: “injured” and “not signed”.', tone: 'quiet' });
});

describe('an item', () => {
  it.concurrent('of each kind that is opened and saved untouched changes nothing', async () => {
    await apply('untouched', {
      phoneNumbers: [
        { phoneNumberId: 'pho_1', phoneNumber: '+14155550100', sms: true },
        { phoneNumberId: 'pho_2', phoneNumber: '+14155550101' },
      ],
      smsAgents: [{ agentId: 'agt_1', name: 'Intake', phoneNumberId: 'pho_1' }],
      agentVariables: [{ agentVariablesConfigId: 'var_1', variables: { who: '{{ lead.firstName }}' } }],
      suppliers: [{ supplierId: 'sup_1', name: 'North', campaigns: ['AAA'] }],
      valueSets: [{ valueSetId: 'vs_1', name: 'West', values: ['CA', 94_607] }],
      fieldLibrary: [{ key: 'injury', label: 'Injured?', category: 'question' }],
      settings: { timezone: 'America/New_York', webhooks: { secret: `whsec_${'A'.repeat(32)}` } },
    });
    const before = await versionOf('untouched');
    const each: readonly (readonly [Section, string])[] = [
      ['clients', 'cli_1'],
      ['offers', 'off_1'],
      ['deliveryEndpoints', 'end_1'],
      ['phoneNumbers', 'pho_2'],
      ['smsAgents', 'agt_1'],
      ['agentVariables', 'var_1'],
      ['suppliers', 'sup_1'],
      ['valueSets', 'vs_1'],
      ['fieldLibrary', 'injury'],
      ['campaigns', 'AAA'],
    ];
    for (const [section, id] of each) {
      const { data } = await get('untouched', section, id);
      expect([section, await listedEtag('untouched', section, id)]).toEqual([section, data.etag]);
      const checked = await check('untouched', section, data.item);
      expect([section, checked.data.changes]).toEqual([section, []]);
      const saved = await save('untouched', section, id, data.item, data.etag);
      expect([section, saved.data]).toEqual([section, { item: data.item, etag: data.etag }]);
    }
    const { data } = await get('untouched', 'tenant', 'untouched');
    const params = { tenantId: 'untouched', id: 'untouched' };
    const body = { item: data.item, basedOn: data.etag };
    expect((await world.call(adminSaveSettings, { params, body })).data.etag).toBe(data.etag);
    expect(await versionOf('untouched')).toBe(before);
  });

  it.concurrent('shows no secret in an answer, a check, a refusal or its history, and keeps each', async () => {
    await apply('secrets');
    const { data } = await get('secrets', 'deliveryEndpoints', 'end_1');
    expect(data.item['headers']).toEqual({ Authorization: '••••' });
    const changed = { ...data.item, name: 'Renamed', headers: { Authorization: 'Bearer s3cret-new' } };
    const params = { tenantId: 'secrets', section: 'deliveryEndpoints' };
    const literal = { item: changed, allowLiteralCredentials: true };
    const refused = await check('secrets', 'deliveryEndpoints', changed);
    const checked = await world.call(adminCheckItem, { params, body: literal });
    const saved = await world.call(adminSaveItem, {
      params: { ...params, id: 'end_1' },
      body: { ...literal, basedOn: data.etag },
    });
    const [entry] = await history('secrets', 'deliveryEndpoints', 'end_1');
    const version = await world.call(adminGetItemVersion, {
      params: { ...params, id: 'end_1', version: String(entry?.version) },
    });
    const late = await save(
      'secrets',
      'deliveryEndpoints',
      'end_1',
      { ...data.item, name: 'Late' },
      data.etag,
    );
    const list = await world.call(adminListItems, { params });
    expect([refused, checked, saved, version, late, list].map(({ status }) => status)).toEqual([
      400, 200, 200, 200, 409, 200,
    ]);
    expect(refused.error?.details).toEqual([expect.stringMatching(/^headers\.Authorization: /)]);
    const audited = await world.db.collection('audit').find({ tenantId: 'secrets' }).toArray();
    const told = JSON.stringify([refused, checked, saved, version, late, list, audited]);
    expect(told).not.toMatch(/s3cret/);
    const stored = await world.stores.forTenant('secrets').deliveryEndpoints.find('end_1');
    expect(stored).toMatchObject({
      name: 'Renamed',
      url: 'https://buyer.example/in?api_key=s3cret-q',
      headers: { Authorization: 'Bearer s3cret-new' },
    });
  });

  it.concurrent('that is new is added, found by its name, and named by what refers to it', async () => {
    await apply('added');
    const item = { name: 'Weed killer', abbrev: 'WK', category: 'mass_tort' };
    const added = await save('added', 'offers', 'off_2', item, null);
    expect(added.data.item).toEqual({
      offerId: 'off_2',
      ...item,
      name: 'Weed Killer',
      active: true,
    });
    const list = (query: Record<string, string>) =>
      world.call(adminListItems, { params: { tenantId: 'added', section: 'offers' }, query });
    const row = { id: 'off_2', name: 'Weed Killer', archived: false, etag: added.data.etag };
    expect((await list({ search: 'weed' })).data).toEqual({
      ...{ items: [row], nextCursor: null, hasMore: false },
    });
    const { data: first } = await list({ limit: '1' });
    expect(first.items.map(({ id }) => id)).toEqual(['off_1']);
    expect((await list({ limit: '1', cursor: first.nextCursor ?? '' })).data.items).toEqual([row]);
    expect((await get('added', 'offers', 'off_2')).data.usedBy).toEqual([]);
    const campaign = (await get('added', 'campaigns', 'AAA')).data;
    await save('added', 'campaigns', 'AAA', { ...campaign.item, offerId: 'off_2' }, campaign.etag);
    await everywhere();
    expect((await get('added', 'offers', 'off_2')).data.usedBy).toEqual([
      { section: 'campaigns', id: 'AAA' },
    ]);
    const clients = await world.call(adminListItems, {
      params: { tenantId: 'added', section: 'phoneNumbers' },
    });
    expect(clients.data.items).toEqual([]);
  });

  it.concurrent('has all its problems named at once, each by its path within the item', async () => {
    await apply('problems');
    const broken = {
      campaignId: 'BBB',
      name: 'Broken',
      clientId: 'cli_none',
      offerId: 'off_1',
      deliveryLimits: [{ cap: -1 }, { cap: 5, activ: true }],
      fallbackCampaigns: ['BBB'],
      tenantId: 'beta',
    };
    const paths = ({ error }: { readonly error?: { readonly details?: readonly string[] } }) =>
      error?.details?.map((line) => line.split(':')[0]);
    expect(paths(await check('problems', 'campaigns', broken))).toEqual([
      'deliveryLimits.0.cap',
      'fallbackCampaigns.0',
    ]);
    const unknown = { ...broken, deliveryLimits: [{ cap: 5, activ: true }], fallbackCampaigns: [] };
    expect(paths(await check('problems', 'campaigns', unknown))).toEqual([
      'deliveryLimits.0.activ',
      'tenantId',
    ]);
    const { deliveryLimits: _, tenantId: __, ...missing } = unknown;
    expect((await check('problems', 'campaigns', missing)).error?.details).toEqual([
      'clientId: there is no client cli_none',
    ]);
    expect((await save('problems', 'campaigns', 'CCC', missing, null)).error?.details).toEqual([
      'campaignId: must be CCC, whose item this is',
    ]);
    expect((await save('problems', 'campaigns', 'AAA', broken, 'etag of nothing')).status).toBe(409);
  });
});

it('what is asked for by an id that is a word of another path is found', async () => {
  await apply('words', { clients: [{ clientId: 'check', name: 'Check', abbrev: 'C' }], campaigns: [] });
  expect((await get('words', 'clients', 'check')).data.item).toMatchObject({ name: 'Check' });
});

it('an item that nests without an end is refused with its place, checked, saved or tried', async () => {
  await apply('nested');
  const item = {
    clientId: 'cli_deep',
    name: 'n',
    notes: JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) as unknown,
  };
  for (const { status, error } of [
    await check('nested', 'clients', item),
    await save('nested', 'clients', 'cli_deep', item, null),
  ]) {
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error?.details?.join()).toContain('nested deeper than');
  }
});

it('an item of 15 MB is refused as too large, and one of 100,000 values is not', async () => {
  await apply('large');
  const values = (length: number) => ({
    item: { valueSetId: 'vs', values: Array.from({ length }, (_, n) => `v${n}`) },
  });
  const params = { tenantId: 'large', section: 'valueSets' };
  const checked = (body: unknown) => world.call(adminCheckItem, { params, body });
  expect((await checked(values(100_000))).status).toBe(200);
  expect((await checked(values(100_001))).error?.details).toEqual(['values: must have at most 100000 items']);
  const huge = await checked({ item: { valueSetId: 'vs', values: ['x'.repeat(15_000_000)] } });
  expect([huge.status, huge.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
}, 60_000);

describe('the settings of a tenant', () => {
  it.concurrent('hold nothing else of a tenant file, and their rate limit is changed by operators only', async () => {
    await apply('limited', { settings: { rateLimit: { requests: 5, perSeconds: 1 } } });
    const owner = await world.memberKey({ tenantId: 'limited', role: 'owner' });
    const { data } = await get('limited', 'tenant', 'limited', owner);
    const params = { tenantId: 'limited', id: 'limited' };
    const saved = (item: Fields, key: string) =>
      world.call(adminSaveSettings, { params, body: { item, basedOn: data.etag }, key });
    const lifted = await saved({ ...data.item, settings: {} }, owner);
    expect([lifted.error?.code, lifted.error?.message]).toEqual([
      'FORBIDDEN',
      expect.stringContaining('settings.rateLimit'),
    ]);
    const more = { ...data.item, clients: [], secrets: { x: 'y' } };
    const refused = await world.call(adminCheckSettings, { params, body: { item: more }, key: owner });
    expect(refused.error?.details).toEqual([
      'clients: is not a known field',
      'secrets: is not a known field',
    ]);
    const other = await saved({ ...data.item, tenantId: 'beta' }, owner);
    expect(other.error?.details).toEqual(['tenantId: must be limited, whose catalog this is']);
    const manager = await world.memberKey({ tenantId: 'limited', role: 'manager' });
    expect((await saved({ ...data.item, name: 'X' }, manager)).error?.code).toBe('FORBIDDEN');
    expect((await saved({ ...data.item, name: 'New name' }, owner)).status).toBe(200);
    expect(
      (await saved({ ...data.item, settings: {}, name: 'New name' }, world.keys.administer)).status,
    ).toBe(409);
  });
});

it.concurrent('a new phone number is preferred to none of the others, and one that is changed keeps its place', async () => {
  const number = (n: number) => ({ phoneNumberId: `pho_${n}`, phoneNumber: `+1415555010${n}` });
  await apply('numbers', { phoneNumbers: [number(2), number(1)] });
  await save('numbers', 'phoneNumbers', 'pho_3', number(3), null);
  const { data } = await get('numbers', 'phoneNumbers', 'pho_2');
  const { position: _, ...withoutPlace } = data.item;
  await save('numbers', 'phoneNumbers', 'pho_2', { ...withoutPlace, sms: true }, data.etag);
  const all = await world.stores.forTenant('numbers').phoneNumbers.all();
  expect(
    all.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map((one) => one.phoneNumberId),
  ).toEqual(['pho_2', 'pho_1', 'pho_3']);
});
