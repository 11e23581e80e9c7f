/** The items of a tenant file, one at a time: who works on one never loses what another has done, or a secret. */
import {
  adminApplyCatalog,
  adminArchiveItem,
  adminCheckItem,
  adminCheckSettings,
  adminGetItem,
  adminGetItemVersion,
  adminListItems,
  adminListItemVersions,
  adminSaveItem,
  adminSaveSettings,
  type AdminEndpoint,
  type ItemSection,
  type Section,
} from '@sluice/contracts';
import { CATALOG_STALENESS_MS } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

type Fields = Readonly<Record<string, unknown>>;

/** A tenant with a client, an offer, an endpoint and a campaign that refers to them. */
const file = (tenantId: string, more: object = {}) => ({
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
const apply = async (tenantId: string, more: object = {}) => {
  const body = { file: JSON.stringify(file(tenantId, more)), allowLiteralCredentials: true };
  const answer = await world.call(adminApplyCatalog, { params: { tenantId }, body });
  expect(answer.error).toBeUndefined();
};
const get = (tenantId: string, section: ItemSection, id: string, key?: string) =>
  world.call(adminGetItem, { params: { tenantId, section, id }, ...(key && { key }) });
const save = (
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
  });
const check = (tenantId: string, section: Section, item: Fields) =>
  world.call(adminCheckItem, { params: { tenantId, section }, body: { item } });
const archive = (tenantId: string, section: Section, id: string, archived = true) =>
  world.call(adminArchiveItem, { params: { tenantId, section, id }, body: { archived } });
const history = async (tenantId: string, section: ItemSection, id: string) =>
  (await world.call(adminListItemVersions, { params: { tenantId, section, id } })).data.versions;
// What refers to an item is known from a cache.
const everywhere = () => new Promise((done) => setTimeout(done, CATALOG_STALENESS_MS + 100));
const versionOf = (tenantId: string) => world.stores.configurations.version(tenantId);

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
    const sections: readonly (readonly [Section, string])[] = [
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
    for (const [section, id] of sections) {
      const { data } = await get('untouched', section, id);
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
    expect((await list({ search: 'weed' })).data).toEqual({ items: [row], nextCursor: null });
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

describe('two people at once', () => {
  it.concurrent('who change one item: the second is told who changed it, when, and which fields', async () => {
    await apply('two');
    const owner = await world.memberKey({ tenantId: 'two', role: 'owner' });
    const manager = await world.memberKey({ tenantId: 'two', role: 'manager' });
    const { data } = await get('two', 'campaigns', 'AAA');
    const first = await save('two', 'campaigns', 'AAA', { ...data.item, notes: 'one' }, data.etag, owner);
    expect(first.status).toBe(200);
    const second = await save('two', 'campaigns', 'AAA', { ...data.item, notes: 'two' }, data.etag, manager);
    expect([second.status, second.error?.code]).toEqual([409, 'INVALID_STATE']);
    expect(second.error?.details).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z, the owner of two: notes$/),
    ]);
    // An operator's name is not shown to members.
    const { data: now } = await get('two', 'campaigns', 'AAA');
    await save('two', 'campaigns', 'AAA', { ...now.item, notes: 'three', tags: ['x'] }, now.etag);
    const third = await save('two', 'campaigns', 'AAA', { ...data.item, notes: 'two' }, data.etag, manager);
    expect(third.error?.details).toEqual([
      expect.stringMatching(/, the owner of two: notes$/),
      expect.stringMatching(/, an operator of the installation: notes, tags$/),
    ]);
    expect((await world.stores.forTenant('two').campaigns.find('AAA'))?.notes).toBe('three');
  }, 60_000);

  it.concurrent('who change two items both succeed, and one that is sent twice is saved once', async () => {
    await apply('both', {
      offers: [1, 2, 3, 4].map((n) => ({ ...file('').offers[0], offerId: `off_${n}` })),
    });
    const saves = [1, 2, 3, 4].map(async (n) => {
      const { data } = await get('both', 'offers', `off_${n}`);
      const item = { ...data.item, description: `by ${n}` };
      return Promise.all([1, 2].map(() => save('both', 'offers', `off_${n}`, item, data.etag)));
    });
    const answers = (await Promise.all(saves)).flat();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const n of [1, 2, 3, 4]) {
      expect((await world.stores.forTenant('both').offers.find(`off_${n}`))?.description).toBe(`by ${n}`);
      expect(await history('both', 'offers', `off_${n}`)).toHaveLength(2);
    }
  }, 60_000);

  it.concurrent('of whom one applies a file: one of the two is told', async () => {
    await apply('file');
    const { data } = await get('file', 'offers', 'off_1');
    const offers = [{ ...data.item, description: 'by file' }];
    const body = { file: JSON.stringify(file('file', { offers })), allowLiteralCredentials: true };
    const answers = await Promise.all([
      world.call(adminApplyCatalog, { params: { tenantId: 'file' }, body }),
      save('file', 'offers', 'off_1', { ...data.item, description: 'by form' }, data.etag),
    ]);
    const made = ['by file', 'by form'].filter((_, n) => answers[n]?.status === 200);
    const stored = await world.stores.forTenant('file').offers.find('off_1');
    expect(made).toContain(stored?.description);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  }, 60_000);
});

describe('the history', () => {
  it.concurrent('has who changed an item when by which way, and what it was', async () => {
    await apply('history');
    const { data } = await get('history', 'offers', 'off_1');
    await save('history', 'offers', 'off_1', { ...data.item, description: 'x' }, data.etag);
    await world.stores.forTenant('history').offers.change('off_1', { description: 'y' });
    await archive('history', 'offers', 'off_1');
    const versions = await history('history', 'offers', 'off_1');
    expect(versions.map(({ by, way }) => [by, way])).toEqual([
      ['who may administer', 'interface'],
      ['a request', 'interface'],
      ['who may administer', 'interface'],
      ['who may administer', 'file'],
    ]);
    const items = await Promise.all(
      versions.map(async ({ version }) => {
        const params = { tenantId: 'history', section: 'offers', id: 'off_1', version: String(version) };
        return (await world.call(adminGetItemVersion, { params })).data.item;
      }),
    );
    expect(items.map((item) => item?.['description'])).toEqual(['y', 'x', undefined, undefined]);
    expect(items.at(-1)).toBeNull();
    expect(items.at(-2)).toEqual(data.item);
  });

  it.concurrent('holds the last 50 changes of an item', async () => {
    await apply('fifty');
    const { offers } = world.stores.forTenant('fifty');
    for (let n = 0; n < 55; n += 1) await offers.change('off_1', { description: `${n}` });
    const versions = await history('fifty', 'offers', 'off_1');
    expect(versions).toHaveLength(50);
    expect(versions.map(({ version }) => version)).toEqual(
      versions.map(({ version }) => version).sort((a, b) => b - a),
    );
  }, 60_000);

  it.concurrent('of the settings of a tenant is theirs', async () => {
    await apply('settled', { settings: { timezone: 'America/New_York', quietHours: true } });
    const { data } = await get('settled', 'tenant', 'settled');
    const params = { tenantId: 'settled', id: 'settled' };
    const item = { ...data.item, settings: { timezone: 'Europe/Berlin' } };
    const saved = await world.call(adminSaveSettings, { params, body: { item, basedOn: data.etag } });
    expect(saved.data.item).toEqual(item);
    const [{ version } = { version: 0 }] = await history('settled', 'tenant', 'settled');
    const before = await world.call(adminGetItemVersion, {
      params: { tenantId: 'settled', section: 'tenant', id: 'settled', version: String(version) },
    });
    expect(before.data.item).toEqual(data.item);
  });
});

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

describe('archiving', () => {
  it.concurrent('is refused of what something in use refers to, which is named, and allowed once nothing does', async () => {
    await apply('archive');
    const refused = await archive('archive', 'deliveryEndpoints', 'end_1');
    expect([refused.status, refused.error?.details]).toEqual([409, ['campaigns/AAA']]);
    // A file that archives it is refused alike.
    const endpoints = [{ ...file('').deliveryEndpoints[0], archived: true }];
    const asFile = { tenantId: 'archive', deliveryEndpoints: endpoints };
    const body = { file: JSON.stringify(asFile), allowLiteralCredentials: true };
    const applied = await world.call(adminApplyCatalog, { params: { tenantId: 'archive' }, body });
    expect(applied.error?.details).toEqual([
      'line 1: deliveryEndpoints.0.archived: is referred to by campaigns/AAA',
    ]);
    expect((await archive('archive', 'campaigns', 'AAA')).data.archived).toBe(true);
    expect((await archive('archive', 'deliveryEndpoints', 'end_1')).data.archived).toBe(true);
    const { data } = await get('archive', 'campaigns', 'AAA');
    expect(data.item['archived']).toBe(true);
    const back = await save('archive', 'campaigns', 'AAA', { ...data.item, archived: false }, data.etag);
    expect(back.error?.details).toEqual(['deliveryEndpointId: delivery endpoint end_1 is archived']);
    expect((await archive('archive', 'deliveryEndpoints', 'end_1', false)).data.archived).toBe(false);
    expect((await archive('archive', 'campaigns', 'AAA', false)).data.archived).toBe(false);
  }, 120_000);

  it.concurrent('of a client or an offer in use stays possible, and nothing new refers to it then', async () => {
    await apply('inuse', {
      fieldLibrary: [{ key: 'injury', label: 'Injured?', category: 'question' }],
    });
    for (const [section, id] of [
      ['clients', 'cli_1'],
      ['offers', 'off_1'],
      ['fieldLibrary', 'injury'],
    ] as const) {
      expect((await archive('inuse', section, id)).data.archived).toBe(true);
      const params = { tenantId: 'inuse', section };
      expect((await world.call(adminListItems, { params })).data.items).toEqual([]);
      const all = await world.call(adminListItems, { params, query: { archived: 'true' } });
      expect(all.data.items).toEqual([expect.objectContaining({ id, archived: true })]);
    }
    const { data } = await get('inuse', 'campaigns', 'AAA');
    expect((await save('inuse', 'campaigns', 'AAA', { ...data.item, notes: 'x' }, data.etag)).status).toBe(
      200,
    );
    const copy = await check('inuse', 'campaigns', { ...data.item, campaignId: 'BBB' });
    expect(copy.error?.details).toEqual([
      'clientId: client cli_1 is archived',
      'offerId: offer off_1 is archived',
    ]);
  }, 120_000);
});

it.concurrent('a field is archived by a file that says so, and is active again by one that says the opposite', async () => {
  const fieldLibrary = (archived: boolean) => [
    { key: 'injury', label: 'Injured?', category: 'question', archived },
  ];
  const stored = () => world.stores.forTenant('fields').fieldLibrary.find('injury');
  await apply('fields', { fieldLibrary: fieldLibrary(true) });
  expect(await stored()).toMatchObject({ active: false });
  await apply('fields', { fieldLibrary: fieldLibrary(false) });
  expect(await stored()).toMatchObject({ active: true });
  expect(await stored()).not.toHaveProperty('archived');
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

it('what is asked for by an id that is a word of another path is found', async () => {
  await apply('words', { clients: [{ clientId: 'check', name: 'Check', abbrev: 'C' }], campaigns: [] });
  expect((await get('words', 'clients', 'check')).data.item).toMatchObject({ name: 'Check' });
});

it('an item of 15 MB is refused as too large, and one of 100,000 values is not', async () => {
  await apply('large');
  const values = (length: number) => ({
    item: { valueSetId: 'vs', values: Array.from({ length }, (_, n) => `v${n}`) },
  });
  const params = { tenantId: 'large', section: 'valueSets' };
  const checked = (body: unknown) => world.call(adminCheckItem as AdminEndpoint, { params, body });
  expect((await checked(values(100_000))).status).toBe(200);
  expect((await checked(values(100_001))).error?.details).toEqual(['values: must have at most 100000 items']);
  const huge = await checked({ item: { valueSetId: 'vs', values: ['x'.repeat(15_000_000)] } });
  expect([huge.status, huge.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
}, 60_000);
