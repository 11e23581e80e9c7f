/** A tenant file removes nothing of which it does not speak, and says what goes with an item that it replaces. */
import { adminApplyCatalog, adminGetCatalog, adminPlanCatalog } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const whole = (tenantId: string) => `
tenantId: ${tenantId}
name: Alpha Leads
settings:
  timezone: America/New_York
  quietHours: true
  retention: { leads: 400, messages: 90 }
  webhooks: { url: https://hooks.example/in, secret: whsec_${'A'.repeat(32)} }
clients:
  - { clientId: cli_acme, name: Acme, abbrev: ACM }
offers:
  - { offerId: off_roundup, name: Roundup, abbrev: RU, category: mass_tort }
deliveryEndpoints:
  - { deliveryEndpointId: end_acme, url: https://buyer.example/leads, timeoutSeconds: 30, onAmbiguous: hold }
campaigns:
  - campaignId: ACMRU
    name: Acme
    clientId: cli_acme
    offerId: off_roundup
    settings: { dedupeEnabled: true, dedupeWindow: 60 }
    notes: Sells in the evening
`;
const apply = (tenantId: string, file: string) =>
  world.call(adminApplyCatalog, { params: { tenantId }, body: { file } });
const plan = (tenantId: string, file: string) =>
  world.call(adminPlanCatalog, { params: { tenantId }, body: { file } });
const settingsOf = async (tenantId: string) => (await world.stores.tenants.find(tenantId))?.settings;

describe('of the tenant itself, a file', () => {
  it.concurrent('of a name and one campaign keeps the zone, the retention and the webhook', async () => {
    await apply('kept', whole('kept'));
    const before = await settingsOf('kept');
    const file = `{ tenantId: kept, name: Renamed, campaigns: [{ campaignId: ACMVA, name: New, clientId: cli_acme, offerId: off_roundup }] }`;
    const { data } = await plan('kept', file);
    expect(data.changes.map(({ text }) => text)).toEqual([
      'tenant kept: changed (name)',
      'campaign ACMVA: new',
    ]);
    await apply('kept', file);
    expect(await world.stores.tenants.find('kept')).toEqual({
      tenantId: 'kept',
      name: 'Renamed',
      settings: before,
    });
    expect(before).toMatchObject({ timezone: 'America/New_York', retention: { leads: 400 } });
  });

  it.concurrent('changes the settings that it names, and keeps the name that it leaves out', async () => {
    await apply('named', whole('named'));
    const file = '{ tenantId: named, settings: { quietHours: false } }';
    expect((await apply('named', file)).data.changes.map(({ text }) => text)).toEqual([
      'tenant named: changed (settings)',
    ]);
    const { data } = await world.call(adminGetCatalog, { params: { tenantId: 'named' } });
    expect(data.file.name).toBe('Alpha Leads');
    expect(data.file.settings).toMatchObject({ quietHours: false, timezone: 'America/New_York' });
  });

  it.concurrent('removes a setting by null, and replaces whole what it names, saying what goes', async () => {
    await apply('nulls', whole('nulls'));
    const file = '{ tenantId: nulls, settings: { timezone: null, retention: { leads: 500 } } }';
    const [change] = (await plan('nulls', file)).data.changes;
    expect(change).toMatchObject({
      text: 'tenant nulls: changed (settings), removes 2 fields: settings.timezone, settings.retention.messages',
      removed: ['settings.timezone', 'settings.retention.messages'],
    });
    await apply('nulls', file);
    const settings = await settingsOf('nulls');
    expect(settings).not.toHaveProperty('timezone');
    expect(settings).toMatchObject({ quietHours: true, retention: { leads: 500 } });
    expect((await apply('nulls', file)).data.changes).toEqual([]);
  });

  it.concurrent('removes all settings by null for them, each of which it names', async () => {
    await apply('all', whole('all'));
    const [change] = (await plan('all', '{ tenantId: all, settings: null }')).data.changes;
    expect(change?.removed).toEqual(
      expect.arrayContaining(['settings.timezone', 'settings.webhooks.url', 'settings.webhooks.secret']),
    );
    expect(JSON.stringify(change)).not.toContain('whsec_');
    await apply('all', '{ tenantId: all, settings: null }');
    expect(await settingsOf('all')).toEqual({});
  });

  it.concurrent('is refused where null stands for no setting, or a new tenant has no name', async () => {
    const misspelt = await plan('alpha', '{ tenantId: alpha, name: A, settings: { timezon: null } }');
    expect(misspelt.error?.details).toEqual(['line 1: settings.timezon: is not a known field']);
    const unnamed = await plan('nobody', '{ tenantId: nobody }');
    expect(unnamed.error?.details?.join()).toMatch(/^line 1: name: /);
    const nothing = await plan('alpha', '{ tenantId: alpha, name: null }');
    expect(nothing.error?.details?.join()).toMatch(/^line 1: name: /);
  });

  it.concurrent('creates a tenant although it removes what is not there', async () => {
    await apply('fresh', '{ tenantId: fresh, name: Fresh, settings: { timezone: null, quietHours: true } }');
    expect(await settingsOf('fresh')).toEqual({ quietHours: true });
  });
});

describe('an item in a file', () => {
  it.concurrent('is replaced whole, and each field that goes is named and counted before', async () => {
    await apply('items', whole('items'));
    const file = `
tenantId: items
deliveryEndpoints: [{ deliveryEndpointId: end_acme, url: https://buyer.example/leads }]
campaigns: [{ campaignId: ACMRU, name: Acme 2, clientId: cli_acme, offerId: off_roundup }]
`;
    const { changes } = (await plan('items', file)).data;
    expect(changes.map(({ text }) => text)).toEqual([
      'delivery endpoint end_acme: changed (timeoutSeconds, onAmbiguous), removes 2 fields: timeoutSeconds, onAmbiguous',
      'campaign ACMRU: changed (name, settings, notes), removes 3 fields: settings.dedupeEnabled, settings.dedupeWindow, notes',
    ]);
    const endpoint = () => world.stores.forTenant('items').deliveryEndpoints.find('end_acme');
    expect(await endpoint()).toMatchObject({ timeoutSeconds: 30, onAmbiguous: 'hold' });
    await apply('items', file);
    expect(await endpoint()).toMatchObject({ timeoutSeconds: 10 });
  });

  it.concurrent('that names every field it has removes none', async () => {
    await apply('same', whole('same'));
    const { changes } = (await plan('same', whole('same').replace('name: Acme\n', 'name: Other\n'))).data;
    expect(changes.map(({ text, removed }) => [text, removed])).toEqual([
      ['campaign ACMRU: changed (name)', []],
    ]);
  });
});
