/** The catalog as a tenant file, and vendors' credentials. */
import {
  adminApplyCatalog,
  adminGetCatalog,
  adminListAudit,
  adminListCredentials,
  adminPlanCatalog,
  adminReencryptCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
} from '@sluice/contracts';
import { sealingKey } from '@sluice/store';
import { duringTests, putTenant, testEncryptionKey } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { parse, stringify } from 'yaml';
import { openAdminApi } from './admin-api.js';

const keys = [sealingKey(testEncryptionKey)];
const world = duringTests(openAdminApi);

const file = (tenantId: string) => `
tenantId: ${tenantId}
name: \${NAME:-Alpha Leads}
settings:
  webhooks: { url: https://hooks.example/in, secret: whsec_${'A'.repeat(32)} }
clients:
  - { clientId: cli_acme, name: Acme, abbrev: ACM }
offers:
  - { offerId: off_roundup, name: Roundup, abbrev: RU, category: mass_tort }
deliveryEndpoints:
  - deliveryEndpointId: end_acme
    url: https://buyer.example/leads?api_key=s3cret-url&v=2
    headers: { X-Api-Key: s3cret-header, Content-Type: application/json }
    format: liquid
    template: '{"api_key": "s3cret-template", "first": "{{ firstName }}"}'
phoneNumbers:
  - { phoneNumberId: pho_2, phoneNumber: '+14155550102', sms: true }
  - { phoneNumberId: pho_1, phoneNumber: '+14155550101', sms: true }
campaigns:
  - campaignId: ACMRU
    name: Acme - Roundup
    clientId: cli_acme
    offerId: off_roundup
    deliveryEndpointId: end_acme
    settings: { dedupeEnabled: true, dedupeWindow: 30 }
`;
const applied = async (tenantId: string, text = file(tenantId)) =>
  world.call(adminApplyCatalog, {
    params: { tenantId },
    body: { file: text, allowLiteralCredentials: true },
  });
const textOf = async (tenantId: string) =>
  (await world.call(adminGetCatalog, { params: { tenantId } })).data.text;
const planned = async (tenantId: string, text: string) =>
  world.call(adminPlanCatalog, {
    params: { tenantId },
    body: { file: text, allowLiteralCredentials: true },
  });

describe('the catalog', () => {
  it.concurrent('is answered as a file that shows no secret, and applying that file changes nothing', async () => {
    const params = { tenantId: 'alpha' };
    const first = await applied('alpha');
    expect(first.data.changes.map(({ text }) => text)).toContain('campaign ACMRU: new');
    const { data } = await world.call(adminGetCatalog, { params });
    expect(JSON.stringify(data)).not.toMatch(/s3cret|whsec_/);
    expect(data.text).toContain('{{ firstName }}');
    expect(data.file.phoneNumbers.map((each) => each['phoneNumberId'])).toEqual(['pho_2', 'pho_1']);
    expect((await applied('alpha', data.text)).data.changes).toEqual([]);
    const endpoint = await world.stores.forTenant('alpha').deliveryEndpoints.find('end_acme');
    expect(endpoint).toMatchObject({
      url: 'https://buyer.example/leads?api_key=s3cret-url&v=2',
      headers: { 'X-Api-Key': 's3cret-header' },
      template: '{"api_key": "s3cret-template", "first": "{{ firstName }}"}',
    });
  });

  it.concurrent('is planned field by field, and items that the file does not mention are listed and stay', async () => {
    await applied('fields');
    const text = (await textOf('fields')).replace('dedupeWindow: 30', 'dedupeWindow: 60');
    const without = parse(text) as { phoneNumbers: unknown[] };
    without.phoneNumbers = without.phoneNumbers.slice(0, 1);
    const { data } = await planned('fields', stringify(without));
    expect(data.changes).toEqual([
      {
        section: 'campaigns',
        kind: 'campaign',
        id: 'ACMRU',
        change: 'changed',
        fields: [{ path: 'settings.dedupeWindow', before: 30, after: 60 }],
        removed: [],
        text: 'campaign ACMRU: changed (settings)',
      },
    ]);
    expect(data.unmentioned).toEqual([{ section: 'phoneNumbers', id: 'pho_1' }]);
    expect(await world.stores.forTenant('fields').campaigns.find('ACMRU')).toMatchObject({
      settings: { dedupeWindow: 30 },
    });
    await applied('fields', stringify(without));
    expect(await world.stores.forTenant('fields').phoneNumbers.find('pho_1')).toBeDefined();
  });

  it.concurrent('names the field of every difference, and none of a campaign for the name of its client', async () => {
    await applied('named');
    // An earlier release stored the name in the campaign.
    await world.stores.forTenant('named').campaigns.change('ACMRU', { clientName: 'Earlier' });
    const renamed = (await textOf('named')).replace('abbrev: ACM\n', 'abbrev: ACME\n');
    const { data } = await planned('named', renamed);
    expect(data.changes.map(({ id, fields }) => [id, fields])).toEqual([
      ['cli_acme', [{ path: 'abbrev', before: 'ACM', after: 'ACME' }]],
    ]);
  });

  it.concurrent('archives campaigns and clients, and takes them out again, only where the file says so', async () => {
    const params = { tenantId: 'archive' };
    const of = world.stores.forTenant('archive');
    const archivedAt = async () => [
      (await of.campaigns.find('ACMRU'))?.archivedAt,
      (await of.clients.find('cli_acme'))?.archivedAt,
    ];
    const saying = (archived: boolean) =>
      file('archive')
        .replace('abbrev: ACM }', `abbrev: ACM, archived: ${archived} }`)
        .replace('  - campaignId: ACMRU', `  - archived: ${archived}\n    campaignId: ACMRU`);
    await applied('archive');
    const { data } = await planned('archive', saying(true));
    expect(data.changes.map(({ text }) => text)).toEqual([
      'client cli_acme: changed (archived)',
      'campaign ACMRU: changed (archived)',
    ]);
    await applied('archive', saying(true));
    const before = await archivedAt();
    expect(before).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)]);
    expect(await of.campaigns.find('ACMRU')).not.toHaveProperty('archived');
    const live = await world.call(adminGetCatalog, { params });
    expect(live.data.text.match(/archived: true/g)).toHaveLength(2);
    expect((await planned('archive', live.data.text)).data.changes).toEqual([]);
    expect((await planned('archive', saying(true))).data.changes).toEqual([]);
    await applied('archive');
    expect(await archivedAt()).toEqual(before);
    await applied('archive', saying(false));
    expect(await archivedAt()).toEqual([undefined, undefined]);
  }, 60_000);

  it.concurrent('shows a changed secret as changed, and neither of its values', async () => {
    await applied('shown');
    const { data } = await planned('shown', file('shown').replaceAll('s3cret', 'another'));
    expect(data.changes.flatMap(({ fields }) => fields.map(({ path }) => path))).toEqual([
      ...['url', 'template', 'headers.X-Api-Key'],
    ]);
    expect(JSON.stringify(data)).not.toMatch(/s3cret|another/);
  });

  it.concurrent('changes nothing if the changes differ from the planned ones', async () => {
    await applied('stale');
    const text = (await textOf('stale')).replace('Acme - Roundup', 'Renamed');
    const { data: plan } = await planned('stale', text);
    await applied('stale', (await textOf('stale')).replace('dedupeWindow: 30', 'dedupeWindow: 7'));
    const sent = { params: { tenantId: 'stale' }, body: { file: text, plan: plan.plan } };
    const refused = await world.call(adminApplyCatalog, sent);
    expect([refused.status, refused.error?.code]).toEqual([409, 'INVALID_STATE']);
    const again = await planned('stale', text);
    const body = { file: text, plan: again.data.plan };
    expect((await world.call(adminApplyCatalog, { ...sent, body })).status).toBe(200);
  });

  it('refuses a mark without a stored secret, another tenant’s file and a missing client, naming the line', async () => {
    await applied('wrong');
    const details = async (from: string | RegExp, to: string) =>
      (await planned('wrong', file('wrong').replace(from, to))).error?.details?.join();
    expect(await details('s3cret-header', '"••••x"')).toMatch(
      /^line 13: deliveryEndpoints\.0\.headers\.X-Api-Key/,
    );
    expect(await details('tenantId: wrong', 'tenantId: alpha')).toMatch(/^line 2: tenantId: must be wrong/);
    expect(await details('clientId: cli_acme\n', 'clientId: cli_none\n')).toMatch(
      /there is no client cli_none/,
    );
  });

  it('names placeholders without a value, and fills in the values that were sent', async () => {
    const text = file('alpha').replace('Acme -', '${WHO} ${A:-b}');
    const body = { file: text, values: { NAME: 'Named' }, allowLiteralCredentials: true };
    const { data } = await world.call(adminPlanCatalog, { params: { tenantId: 'alpha' }, body });
    expect(data.unfilled).toEqual(['WHO']);
    expect(data.changes.find(({ section }) => section === 'tenant')?.fields).toEqual([
      { path: 'name', before: 'Alpha Leads', after: 'Named' },
    ]);
  });

  it('takes a file of up to 4 MB, and refuses a larger one', async () => {
    expect((await planned('alpha', `${file('alpha')}#${'x'.repeat(4_000_000)}`)).status).toBe(200);
    const { error } = await planned('alpha', `${file('alpha')}#${'x'.repeat(4_200_000)}`);
    expect(error?.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('is planned and applied by administrators only, and the audit records the number of changes', async () => {
    const sent = { params: { tenantId: 'alpha' }, body: { file: file('alpha') }, key: world.keys.operate };
    expect((await world.call(adminPlanCatalog, sent)).error?.code).toBe('FORBIDDEN');
    expect((await world.call(adminApplyCatalog, sent)).error?.code).toBe('FORBIDDEN');
    const query = { action: 'adminApplyCatalog', tenantId: 'fields' };
    const { data } = await world.call(adminListAudit, { query });
    expect(data.entries[0]).toMatchObject({ outcome: 'done', result: { changes: 1, heldLeadsDue: 0 } });
  });
});

describe('credentials of vendors', () => {
  const params = { tenantId: 'beta', provider: 'twilio' };
  const listed = async () =>
    (await world.call(adminListCredentials, { params: { tenantId: 'beta' } })).data.credentials;

  it('are set one vendor at a time, listed by name, and never answered or audited', async () => {
    const values = { accountSid: 'AC-s3cret', authToken: 's3cret-token', messagingServiceSid: '' };
    await Promise.all([
      world.call(adminSetCredentials, { params, body: { values } }),
      world.call(adminSetCredentials, {
        params: { tenantId: 'beta', provider: 'tiktok' },
        body: { values: { accessToken: 's3cret-tiktok' } },
      }),
    ]);
    const setAt = expect.stringMatching(/Z$/) as unknown;
    expect(await listed()).toEqual([
      { provider: 'twilio', fields: ['accountSid', 'authToken'], state: 'set', missing: [], setAt },
      { provider: 'tiktok', fields: ['accessToken'], state: 'set', missing: [], setAt },
    ]);
    const stored = await world.stores.secrets.credentials('beta', keys);
    expect([stored.twilio?.authToken, stored.tiktok?.accessToken]).toEqual(['s3cret-token', 's3cret-tiktok']);
    const { data } = await world.call(adminListAudit, { query: { tenantId: 'beta' } });
    expect(data.entries).toHaveLength(2);
    expect(JSON.stringify(data)).not.toContain('s3cret');
  });

  it.concurrent('are not set by a base URL, and incomplete without all that the vendor needs', async () => {
    await putTenant(world.stores.tenants, { tenantId: 'partly', name: 'Partly', settings: {} });
    const of = { params: { tenantId: 'partly', provider: 'twilio' } };
    const state = async () => {
      const { data } = await world.call(adminListCredentials, { params: { tenantId: 'partly' } });
      return data.credentials.map((one) => [one.provider, one.state, one.missing]);
    };
    const values = { accountSid: '', authToken: '', baseUrl: 'https://vendor.example' };
    const { data } = await world.call(adminSetCredentials, { ...of, body: { values } });
    expect(data).toMatchObject({ fields: ['baseUrl'], state: 'not_set' });
    expect(await state()).toEqual([['twilio', 'not_set', ['accountSid', 'authToken']]]);
    await world.call(adminSetCredentials, { ...of, body: { values: { ...values, accountSid: 'AC' } } });
    expect(await state()).toEqual([['twilio', 'incomplete', ['authToken']]]);
    await applied(
      'partly',
      `${file('partly')}providers: { facebook: { baseUrl: 'https://vendor.example' } }\n`,
    );
    expect(await state()).toEqual([
      ['twilio', 'incomplete', ['authToken']],
      ['facebook', 'not_set', ['accessToken']],
    ]);
    await world.call(adminRemoveCredentials, of);
    expect((await state()).length).toBe(1);
  });

  it.concurrent('stay when a tenant file does not name their vendor', async () => {
    await applied('beta', `${file('beta')}providers: { facebook: { accessToken: m } }\n`);
    expect((await listed()).map(({ provider }) => provider)).toEqual(['twilio', 'facebook', 'tiktok']);
    await applied('beta');
    expect((await world.stores.secrets.credentials('beta', keys)).facebook).toEqual({ accessToken: 'm' });
  });

  it('are refused under names that the vendor does not have', async () => {
    const { error } = await world.call(adminSetCredentials, { params, body: { values: { token: 'x' } } });
    expect(error?.code).toBe('VALIDATION_ERROR');
  });

  it('are removed, and removing them again is NOT_FOUND', async () => {
    await world.call(adminRemoveCredentials, { params });
    expect((await listed()).map(({ provider }) => provider)).toEqual(['facebook', 'tiktok']);
    expect((await world.stores.secrets.credentials('beta', keys)).twilio).toBeUndefined();
    expect((await world.call(adminRemoveCredentials, { params })).status).toBe(404);
  });

  it('are re-encrypted for every tenant', async () => {
    const { data } = await world.call(adminReencryptCredentials);
    expect(data.tenants).toContainEqual({ tenantId: 'beta', outcome: 'current' });
  });
});

describe('credentials of vendors that no configured key decrypts', () => {
  const unknown = { keys: [sealingKey(randomBytes(32).toString('base64'))], at: new Date() };
  const sealed = { facebook: { accessToken: 'f' }, twilio: { accountSid: 'AC', authToken: 't' } };
  const seal = async (tenantId: string) => {
    const { secrets, tenants } = world.stores;
    await putTenant(tenants, { tenantId, name: 'Alpha Leads', settings: {} });
    await secrets.setCredentials(tenantId, 'facebook', sealed.facebook, unknown);
    await secrets.setCredentials(tenantId, 'twilio', sealed.twilio, unknown);
  };
  const of = (tenantId: string) => ({ params: { tenantId, provider: 'twilio' } });
  const set = (tenantId: string) =>
    world.call(adminSetCredentials, {
      ...of(tenantId),
      body: { values: { accountSid: 'new', authToken: 'n' } },
    });
  const withTiktok = (tenantId: string) => `${file(tenantId)}providers: { tiktok: { accessToken: m } }\n`;
  const listed = async (tenantId: string) =>
    (await world.call(adminListCredentials, { params: { tenantId } })).data.credentials.map(
      (each) => each.provider,
    );
  const reencrypted = async (discardUnreadable: boolean) =>
    (await world.call(adminReencryptCredentials, { body: { discardUnreadable } })).data.tenants;

  it('are neither applied, set nor removed: each is refused with the way out, and nothing changes', async () => {
    await seal('refused');
    const answers = [
      await planned('refused', withTiktok('refused')),
      await applied('refused', withTiktok('refused')),
      await set('refused'),
      await world.call(adminRemoveCredentials, of('refused')),
    ];
    for (const { status, error } of answers) {
      expect([status, error?.code]).toEqual([409, 'INVALID_STATE']);
      expect(error?.message).toMatch(/tenant refused were encrypted with a key that is not configured/);
      expect(error?.message).toMatch(/sluice credentials reencrypt --discard-unreadable/);
    }
    expect(await world.stores.secrets.credentials('refused', unknown.keys)).toEqual(sealed);
    expect(await listed('refused')).toEqual(['twilio', 'facebook']);
    expect(await world.stores.forTenant('refused').campaigns.all()).toEqual([]);
  });

  it('stay when a file without providers is applied', async () => {
    await seal('kept');
    expect((await applied('kept')).status).toBe(200);
    expect(await world.stores.secrets.credentials('kept', unknown.keys)).toEqual(sealed);
  });

  it('are reported by a re-encryption and stay, unless it is asked to discard them', async () => {
    await seal('reported');
    expect(await reencrypted(false)).toContainEqual({ tenantId: 'reported', outcome: 'no_key' });
    expect(await world.stores.secrets.credentials('reported', unknown.keys)).toEqual(sealed);
  });

  it('are discarded on demand, audited by tenant, and set again; those of other tenants stay', async () => {
    await seal('lost');
    const readable = await world.stores.secrets.credentials('beta', keys);
    expect(Object.keys(readable).sort()).toEqual(['facebook', 'tiktok']);
    const tenants = await reencrypted(true);
    expect(tenants).toContainEqual({ tenantId: 'lost', outcome: 'discarded' });
    expect(tenants).toContainEqual({ tenantId: 'beta', outcome: 'current' });
    expect(tenants).toContainEqual({ tenantId: 'alpha', outcome: 'none' });
    expect(await listed('lost')).toEqual([]);
    const query = { action: 'adminReencryptCredentials' };
    const { data } = await world.call(adminListAudit, { query });
    const discarded = expect.stringMatching(/\blost\b/) as unknown;
    expect(data.entries[0]).toMatchObject({
      outcome: 'done',
      about: { discardUnreadable: 'true' },
      result: { reencrypted: 0, discarded },
    });
    expect(await world.stores.secrets.credentials('beta', keys)).toEqual(readable);

    expect((await applied('lost', withTiktok('lost'))).data.changes.map((each) => each.text)).toContain(
      'vendor credentials tiktok: new',
    );
    expect((await set('lost')).status).toBe(200);
    expect(await world.stores.secrets.credentials('lost', keys)).toEqual({
      tiktok: { accessToken: 'm' },
      twilio: { accountSid: 'new', authToken: 'n' },
    });
    expect(await listed('lost')).toEqual(['twilio', 'tiktok']);
  });
});
