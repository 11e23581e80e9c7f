/** Named secrets of tenants: by the operations, in tenant files, and instead of credentials that are written out. */
import {
  adminApplyCatalog,
  adminGetCatalog,
  adminListAudit,
  adminListSecrets,
  adminPlanCatalog,
  adminReencryptCredentials,
  adminRemoveSecret,
  adminSetSecret,
} from '@sluice/contracts';
import { sealingKey } from '@sluice/store';
import { duringTests, putTenant, testEncryptionKey } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { openAdminApi } from './admin-api.js';

const keys = [sealingKey(testEncryptionKey)];
const world = duringTests(openAdminApi);

const file = (tenantId: string, more = '') => `
tenantId: ${tenantId}
name: Alpha Leads
secrets:
  acme_key: s3cret-key
  acme_path: s3cret-path
deliveryEndpoints:
  - deliveryEndpointId: end_acme
    url: https://buyer.example/{{ secrets.acme_path }}/leads?api_key={{ secrets.acme_key }}
    headers: { Authorization: 'Bearer {{ secrets.acme_key }}' }
    format: liquid
    template: '{"token": "{{ secrets.acme_key }}", "first": "{{ firstName }}"}'
${more}`;
const apply = (tenantId: string, text: string, more: object = {}) =>
  world.call(adminApplyCatalog, { params: { tenantId }, body: { file: text, ...more } });
const plan = (tenantId: string, text: string) =>
  world.call(adminPlanCatalog, { params: { tenantId }, body: { file: text } });
const textOf = async (tenantId: string) =>
  (await world.call(adminGetCatalog, { params: { tenantId } })).data.text;
const list = async (tenantId: string) => (await world.call(adminListSecrets, { params: { tenantId } })).data;
const set = (tenantId: string, name: string, value: unknown, key?: string) =>
  world.call(adminSetSecret, { params: { tenantId, name }, body: { value }, key: key || undefined });
const valuesOf = (tenantId: string) => world.stores.secrets.values(tenantId, keys);

describe('secrets', () => {
  it('are set one by one, listed by name, removed, and never answered or audited', async () => {
    const setAt = expect.stringMatching(/Z$/) as unknown;
    expect((await set('beta', 'zeta', 's3cret-z')).data).toEqual({ name: 'zeta', setAt });
    await set('beta', 'alpha_1', 's3cret\nof lines');
    expect(await list('beta')).toEqual({
      secrets: [
        { name: 'alpha_1', setAt },
        { name: 'zeta', setAt },
      ],
      missing: [],
    });
    expect(await valuesOf('beta')).toEqual({ alpha_1: 's3cret\nof lines', zeta: 's3cret-z' });
    const one = { params: { tenantId: 'beta', name: 'zeta' } };
    expect((await world.call(adminRemoveSecret, one)).data).toEqual({ removed: true });
    expect((await world.call(adminRemoveSecret, one)).error?.code).toBe('NOT_FOUND');
    const { data } = await world.call(adminListAudit, { query: { tenantId: 'beta' } });
    expect(data.entries.map(({ action }) => action)).toContain('adminSetSecret');
    expect(JSON.stringify(data)).not.toContain('s3cret');
  });

  it('replace none if they must be new, also when two set one of a name at once', async () => {
    const newOne = (value: string) =>
      world.call(adminSetSecret, {
        params: { tenantId: 'beta', name: 'fresh' },
        body: { value, isNew: true },
      });
    const both = await Promise.all([newOne('v-0'), newOne('v-1')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { fresh } = await valuesOf('beta');
    expect(fresh).toBe(`v-${both.findIndex(({ status }) => status === 200)}`);
    expect((await newOne('v-2')).error?.code).toBe('INVALID_STATE');
    expect((await valuesOf('beta'))['fresh']).toBe(fresh);
    await set('beta', 'fresh', 'v-3');
    expect((await valuesOf('beta'))['fresh']).toBe('v-3');
  });

  it('are set and removed by administrators only; everybody may see their names', async () => {
    for (const key of [world.keys.view, world.keys.operate]) {
      expect((await set('beta', 'name', 'x', key)).error?.code).toBe('FORBIDDEN');
      const asked = { params: { tenantId: 'beta', name: 'alpha_1' }, key };
      expect((await world.call(adminRemoveSecret, asked)).error?.code).toBe('FORBIDDEN');
      expect((await world.call(adminListSecrets, asked)).status).toBe(200);
    }
  });

  it.each([
    ['Upper', 'x', /name: must be 1 to 64 lower-case/],
    ['with-hyphen', 'x', /name: must be/],
    ['a'.repeat(65), 'x', /name: must be/],
    ['__proto__', 'x', /name: is not an allowed name/],
    ['name', '', /value: must not be empty/],
    ['name', 'x'.repeat(8_001), /value/],
    ['name', 7, /value: must be a string/],
    ['name', 'a\u0000b', /value: holds a NUL/],
  ])('are refused as %s with a value that is not allowed', async (name, value, problem) => {
    const { status, error } = await set('beta', name, value);
    expect([status, error?.details?.join()]).toEqual([400, expect.stringMatching(problem)]);
  });

  it('of a tenant that does not exist are NOT_FOUND', async () => {
    expect((await set('nobody', 'name', 'x')).error?.code).toBe('NOT_FOUND');
    expect((await world.call(adminListSecrets, { params: { tenantId: 'nobody' } })).status).toBe(404);
  });
});

describe('the secrets of a tenant file', () => {
  it('are stored sealed, and neither plan, answer nor catalog shows a value', async () => {
    const planned = await plan('gamma', file('gamma'));
    expect(planned.data.changes.map(({ text }) => text)).toEqual([
      ...['tenant gamma: new', 'secret acme_key: new', 'secret acme_path: new'],
      'delivery endpoint end_acme: new',
    ]);
    const applied = await apply('gamma', file('gamma'));
    const catalog = await world.call(adminGetCatalog, {
      params: { tenantId: 'gamma' },
      key: world.keys.view,
    });
    expect(JSON.stringify([planned.data, applied.data, catalog.data])).not.toContain('s3cret');
    expect(catalog.data.file.secrets).toEqual({ acme_key: '••••', acme_path: '••••' });
    expect(catalog.data.text).toContain('/{{ secrets.acme_path }}/leads?api_key={{ secrets.acme_key }}');
    expect(catalog.data.text).toContain('Bearer {{ secrets.acme_key }}');
    expect(catalog.data.text).toContain('"token": "{{ secrets.acme_key }}"');
    expect(await valuesOf('gamma')).toEqual({ acme_key: 's3cret-key', acme_path: 's3cret-path' });
  });

  it('stay when they are marked or not mentioned, and applying the catalog changes nothing', async () => {
    await apply('kept', file('kept'));
    expect((await apply('kept', await textOf('kept'))).data.changes).toEqual([]);
    const without = (await textOf('kept')).replace(/secrets:\n(?: {2}.*\n)+/, '');
    expect((await apply('kept', without)).data.changes).toEqual([]);
    const one = (await textOf('kept')).replace('acme_key: ••••', 'acme_key: s3cret-new');
    const { data } = await apply('kept', one);
    expect(data.changes).toEqual([
      {
        section: 'secrets',
        kind: 'secret',
        id: 'acme_key',
        change: 'changed',
        fields: [{ path: 'value', before: '••••', after: '••••' }],
        removed: [],
        text: 'secret acme_key: changed (value)',
      },
    ]);
    expect(await valuesOf('kept')).toEqual({ acme_key: 's3cret-new', acme_path: 's3cret-path' });
  });

  it('are refused under other names, empty, or marked without being stored; the line is named', async () => {
    const details = async (from: string, to: string) =>
      (await plan('alpha', file('alpha').replace(from, to))).error?.details?.join();
    expect(await details('acme_key: s3cret-key', 'Acme-Key: x')).toMatch(
      /^line 5: secrets\.Acme-Key: its name must/,
    );
    expect(await details('acme_key: s3cret-key', "acme_key: ''")).toMatch(
      /^line 5: secrets\.acme_key: must not be empty/,
    );
    expect(await details('acme_key: s3cret-key', 'acme_key: 12345')).toMatch(
      /secrets\.acme_key: must be a string/,
    );
    expect(await details('acme_key: s3cret-key', 'acme_key: ••••')).toMatch(
      /secrets\.acme_key: .*nothing|no secret is stored/,
    );
  });

  it('lose white space at both ends, however they are set', async () => {
    const text = file('alpha').replace('acme_key: s3cret-key', 'acme_key: ${KEY}');
    expect((await apply('alpha', text, { values: { KEY: ' from-a-file\n' } })).error).toBeUndefined();
    expect((await valuesOf('alpha'))['acme_key']).toBe('from-a-file');
    await set('alpha', 'acme_key', ' pasted \r\n');
    expect((await valuesOf('alpha'))['acme_key']).toBe('pasted');
    expect((await set('alpha', 'acme_key', ' \n')).error?.code).toBe('VALIDATION_ERROR');
    const headers = "headers: { Authorization: 'Bearer ${KEY}' }";
    const written = file('alpha').replace(/headers: .*/, headers);
    const allowed = { values: { KEY: 'literal\n' }, allowLiteralCredentials: true };
    expect((await apply('alpha', written, allowed)).error).toBeUndefined();
  });

  it('that a header could not be sent with are refused when they or the header are written', async () => {
    await apply('alpha', file('alpha'));
    const inHeader = 'deliveryEndpoints.0.headers.Authorization';
    const { error } = await set('alpha', 'acme_key', 'line one\nline two');
    expect(error?.details?.join()).toContain(`${inHeader} cannot be sent with the secret acme_key`);
    expect(error?.details?.join()).not.toContain('line two');
    const written = file('alpha').replace('s3cret-key', '"line one\\nline two"');
    expect((await plan('alpha', written)).error?.details?.join()).toContain(inHeader);
    expect((await valuesOf('alpha'))['acme_key']).toBe('s3cret-key');
    // One that no header refers to may have several lines, until a header does.
    expect((await set('alpha', 'pem', 'line one\nline two')).error).toBeUndefined();
    const referring = file('alpha').replace("secrets.acme_key }}' }", "secrets.pem }}' }");
    expect((await plan('alpha', referring)).error?.details?.join()).toContain('the secret pem');
  });

  it.each([
    ['url', 'https://{{ secrets.acme_key }}.example/', 'path and query only'],
    ['url', 'https://buyer.example/{{ secrets.Acme }}', '{{ secrets.name }}'],
    ['headers', { 'X-Key': '{{ secrets.acme_key | upcase }}' }, '{{ secrets.name }}'],
    ['fields', { key: '{{ secrets }}' }, '{{ secrets.name }}'],
    ['template', '{{ secrets | json }}', 'must name each secret'],
    ['template', '{% for s in secrets %}{{ s }}{% endfor %}', 'must name each secret'],
    ['template', '{{ secrets[injury] }}', 'must name each secret'],
  ])('cannot be referred to in %s as %j', async (field, value, problem) => {
    const endpoint = {
      deliveryEndpointId: 'end_1',
      url: 'https://buyer.example/',
      format: 'liquid',
      template: '{}',
    };
    const text = JSON.stringify({
      tenantId: 'alpha',
      name: 'x',
      deliveryEndpoints: [{ ...endpoint, [field]: value }],
    });
    const { error } = await plan('alpha', text);
    expect(error?.details?.join()).toContain(`deliveryEndpoints.0.${field}`);
    expect(error?.details?.join()).toContain(problem);
  });

  it('are written out in no postback, and its placeholders are none', async () => {
    const postback = (query: string) =>
      JSON.stringify({
        tenantId: 'alpha',
        name: 'x',
        suppliers: [
          { supplierId: 's', name: 'S', postback: { url: `https://track.example/?cid={subId2}&${query}` } },
        ],
      });
    const { error } = await plan('alpha', postback('api_key=abc123'));
    expect(error?.details?.join()).toContain(
      'suppliers.0.postback.url: contains a credential that is written out (api_key)',
    );
    for (const query of ['token={subId3}', 'api_key={{ secrets.acme_key }}'])
      expect((await plan('alpha', postback(query))).status).toBe(200);
  });

  it('that the configuration refers to are listed as missing while they are not set', async () => {
    const campaign = `
clients: [{ clientId: cli_1, name: Acme, abbrev: ACM, settings: { defaultPostingUrl: 'https://b.example/{{ secrets.of_client }}' } }]
offers: [{ offerId: off_1, name: Roundup, abbrev: RU, category: mass_tort }]
campaigns:
  - campaignId: ACMRU
    name: Acme
    clientId: cli_1
    offerId: off_1
    webhooks: { url: 'https://w.example/{{ secrets.of_webhook }}' }
    firstSubmissionAction: { action: webhook, webhook: { url: https://w.example/, headers: { X-A: '{{ secrets.of_first }}' } } }
`;
    await apply('lacks', file('lacks', campaign));
    expect((await list('lacks')).missing).toEqual(['of_client', 'of_first', 'of_webhook']);
    await set('lacks', 'of_first', 'x');
    expect((await list('lacks')).missing).toEqual(['of_client', 'of_webhook']);
  });
});

describe('a credential that a tenant file writes out', () => {
  const literal = (tenantId: string, header = 's3cret') => `
tenantId: ${tenantId}
name: Alpha Leads
settings:
  webhooks: { url: 'https://hooks.example/?key=9f86d081884c7d659a2feaa0c55ad015', headers: { X-Token: s3cret } }
clients:
  - { clientId: cli_1, name: Acme, abbrev: ACM, settings: { defaultPostingUrl: 'https://b.example/?token=s3cret' } }
offers: [{ offerId: off_1, name: Roundup, abbrev: RU, category: mass_tort }]
deliveryEndpoints:
  - deliveryEndpointId: end_1
    url: https://buyer.example/leads
    headers: { Authorization: 'Bearer ${header}' }
    format: liquid
    template: '<Auth user="acme" password="s3cret"/>'
campaigns:
  - campaignId: ACMRU
    name: Acme
    clientId: cli_1
    offerId: off_1
    webhooks: { url: https://w.example/, headers: { X-Api-Key: s3cret } }
    firstSubmissionAction: { action: webhook, webhook: { url: 'https://w.example/?pin=1234' } }
`;

  it('is refused with its line and the advice to make it a secret, and nothing is changed', async () => {
    const { status, error } = await apply('literal', literal('literal'));
    expect(status).toBe(400);
    expect(error?.details?.map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'line 5: settings.webhooks.url',
      'line 5: settings.webhooks.headers.X-Token',
      'line 7: clients.0.settings.defaultPostingUrl',
      'line 12: deliveryEndpoints.0.headers.Authorization',
      'line 14: deliveryEndpoints.0.template',
      'line 20: campaigns.0.webhooks.headers.X-Api-Key',
      'line 21: campaigns.0.firstSubmissionAction.webhook.url',
    ]);
    expect(error?.details?.join()).toContain('{{ secrets.NAME }}');
    expect(error?.details?.join()).not.toContain('s3cret');
    expect(await world.stores.tenants.find('literal')).toBeUndefined();
  });

  it('is accepted if that is said, and the answer and the audit say so', async () => {
    const { data } = await apply('literal', literal('literal'), { allowLiteralCredentials: true });
    expect(data.literalCredentials).toHaveLength(7);
    expect(data.literalCredentials).toContain('deliveryEndpoints.0.template');
    const query = { action: 'adminApplyCatalog', tenantId: 'literal' };
    const audit = await world.call(adminListAudit, { query });
    expect(audit.data.entries[0]?.result).toMatchObject({ literalCredentials: 7 });
    expect(
      JSON.stringify((await world.call(adminGetCatalog, { params: { tenantId: 'literal' } })).data),
    ).not.toMatch(/s3cret|9f86d081|1234/);
  });

  it('is not refused again while it stays as it is stored', async () => {
    expect((await apply('literal', await textOf('literal'))).data).toMatchObject({
      changes: [],
      literalCredentials: [],
    });
    expect((await apply('literal', literal('literal'))).data.changes).toEqual([]);
    expect((await apply('literal', literal('literal', 'another'))).error?.details).toHaveLength(1);
  });
});

describe('a rotated or mistyped key', () => {
  it('re-encrypts secrets with credentials, and tells which tenants it cannot decrypt', async () => {
    const other = sealingKey(randomBytes(32).toString('base64'));
    const at = new Date();
    await putTenant(world.stores.tenants, { tenantId: 'rotated', name: 'x', settings: {} });
    await world.stores.secrets.set('rotated', 'key', 'v', { keys: [other], at });
    const outcome = async (discardUnreadable: boolean) => {
      const { data } = await world.call(adminReencryptCredentials, { body: { discardUnreadable } });
      return data.tenants.find(({ tenantId }) => tenantId === 'rotated')?.outcome;
    };
    expect(await outcome(false)).toBe('no_key');
    const refused = await set('rotated', 'more', 'x');
    expect([refused.error?.code, refused.error?.message]).toEqual([
      'INVALID_STATE',
      expect.stringContaining(other.id),
    ]);
    const file = 'tenantId: rotated\nname: x\nsecrets: { key: w }\n';
    expect((await apply('rotated', file)).error?.code).toBe('INVALID_STATE');
    expect(await world.stores.secrets.values('rotated', [other])).toEqual({ key: 'v' });

    await world.stores.secrets.reseal('rotated', [keys[0]!, other]);
    expect(await outcome(false)).toBe('current');
    await world.stores.secrets.set('rotated', 'key', 'v', { keys: [other, keys[0]!], at });
    expect(await outcome(true)).toBe('discarded');
    expect((await list('rotated')).secrets).toEqual([]);
  });
});
