/** Which callers the admin API lets in, what each role permits, and what the audit records. */
import {
  adminCreateApiKey,
  adminEndpoints,
  adminGetMe,
  adminGetTenant,
  adminListApiKeys,
  adminListAuditActions,
  adminListTenants,
  adminRevokeAdminKey,
  type AdminEndpoint,
  type AdminRole,
} from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { aStoredSupplier, duringTests, putItem } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const alpha = { tenantId: 'alpha' };
const paramsOf = ({ path }: AdminEndpoint, value: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value]));

describe('the admin API', () => {
  it('returns the name, the role and the channel of the caller', async () => {
    const { data } = await world.call(adminGetMe, { key: world.keys.operate });
    expect(data).toEqual({ name: 'who may operate', role: 'operate', memberships: [], via: 'admin key' });
  });

  it.each([
    ['no key', null],
    ['an unknown key', newKey('sla_')],
    ['an oversized key', 'x'.repeat(5_000)],
  ])('answers UNAUTHORIZED to %s', async (_what, key) => {
    const { status, error } = await world.call(adminListTenants, { key });
    expect([status, error?.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it("answers UNAUTHORIZED to a tenant's API key", async () => {
    const { data } = await world.call(adminCreateApiKey, { params: alpha, body: { name: 'form' } });
    expect((await world.call(adminListTenants, { key: data.key })).status).toBe(401);
  });

  it('answers UNAUTHORIZED to a revoked and to an expired admin key', async () => {
    const { stores } = world;
    const createdAt = stores.clock.now();
    const [revoked, expired] = [newKey('sla_'), newKey('sla_')];
    const { prefix } = await stores.adminKeys.add(revoked, { role: 'view', name: 'r', createdAt });
    await stores.adminKeys.add(expired, { role: 'view', name: 'e', createdAt, expiresAt: createdAt });
    await world.call(adminRevokeAdminKey, { params: { prefix } });
    expect((await world.call(adminListTenants, { key: revoked })).status).toBe(401);
    expect((await world.call(adminListTenants, { key: expired })).status).toBe(401);
  });

  it('delays wrong keys longer and longer, and never a valid one', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 15; n += 1) {
      statuses.push((await world.call(adminListTenants, { key: newKey('sla_') })).status);
    }
    expect(statuses).toContain(429);
    expect((await world.call(adminListTenants)).status).toBe(200);
  });

  it('reports the rate limit in the standard headers', async () => {
    const { headers } = await world.call(adminListTenants);
    expect(headers.get('ratelimit-policy')).toBe('"key";q=600;w=60');
  });

  it('lists tenants page by page', async () => {
    const first = await world.call(adminListTenants, { query: { limit: '1' } });
    expect(first.data.tenants.map(({ tenantId }) => tenantId)).toEqual(['alpha']);
    const rest = await world.call(adminListTenants, { query: { cursor: first.data.nextCursor! } });
    expect(rest.data.tenants.map(({ tenantId }) => tenantId)).toEqual(['beta']);
    expect(rest.data.nextCursor).toBeNull();
  });

  it('answers NOT_FOUND for an unknown tenant and for a malformed tenant id', async () => {
    for (const tenantId of ['gamma', 'No Tenant']) {
      expect((await world.call(adminGetTenant, { params: { tenantId } })).error?.code).toBe('NOT_FOUND');
    }
  });

  it.each(
    adminEndpoints
      .filter(({ path, mayBeNew }) => path.includes('{tenantId}') && !mayBeNew)
      .map((endpoint) => [endpoint.operationId, endpoint] as const),
  )('does nothing for %s of an unknown tenant', async (_name, endpoint) => {
    const asked = { params: paramsOf(endpoint, 'gamma'), body: endpoint.examples.body };
    const { error } = await world.call(endpoint, asked);
    // Some need a parameter in the query, which this call lacks.
    expect(error?.code).toBe(endpoint.query && error?.details ? 'VALIDATION_ERROR' : 'NOT_FOUND');
  });

  it.each([
    ['a malformed parameter', { query: { limit: 'many' } }, 'limit: must be'],
    ['an unknown parameter', { query: { limt: '5' } }, 'limt:'],
  ])('refuses a query with %s and names it', async (_what, asked, problem) => {
    const { error } = await world.call(adminListTenants, asked);
    expect(error?.code).toBe('VALIDATION_ERROR');
    expect(error?.details).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['a missing required field', {}, 'name: is required'],
    ['an unknown field', { name: 'form', expires: '2030-01-01' }, 'expires:'],
    ['a malformed field', { name: 'form', expiresAt: 'soon' }, 'expiresAt:'],
  ])('refuses a body with %s and names it', async (_what, body, problem) => {
    const { error } = await world.call(adminCreateApiKey, { params: alpha, body });
    expect(error?.code).toBe('VALIDATION_ERROR');
    expect(error?.details).toEqual([expect.stringContaining(problem)]);
  });

  it('answers unknown paths and methods in the envelope, and only to callers with a valid key', async () => {
    const ask = async (path: string, method: string, key: string) => {
      const response = await fetch(`${world.url}/admin/v1${path}`, {
        method,
        headers: { 'X-Admin-Key': key },
      });
      const { error } = (await response.json()) as { error: { code: string } };
      return [error.code, response.headers.get('allow')];
    };
    expect(await ask('/nothing', 'GET', '')).toEqual(['UNAUTHORIZED', null]);
    expect(await ask('/nothing', 'GET', world.keys.view)).toEqual(['NOT_FOUND', null]);
    expect(await ask('/tenants', 'PATCH', world.keys.view)).toEqual(['METHOD_NOT_ALLOWED', 'GET, POST']);
  });
});

describe('roles', () => {
  const ranks: readonly AdminRole[] = ['view', 'operate', 'administer'];

  it.each(adminEndpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'refuse %s to every lower role',
    async (_name, endpoint) => {
      for (const role of ranks.slice(0, ranks.indexOf(endpoint.role))) {
        const asked = { params: paramsOf(endpoint, 'alpha'), body: endpoint.examples.body };
        const { status, error } = await world.call(endpoint, { ...asked, key: world.keys[role] });
        expect([status, error?.code]).toEqual([403, 'FORBIDDEN']);
      }
    },
  );
});

describe('API keys', () => {
  it('are shown whole when they are created and never again; they work until they are revoked', async () => {
    const { stores } = world;
    const made = await world.call(adminCreateApiKey, { params: alpha, body: { name: 'landing page' } });
    const { key, prefix } = made.data;
    expect(await stores.apiKeys.holderOf(key)).toMatchObject(alpha);
    const listed = await world.call(adminListApiKeys, { params: alpha });
    expect(listed.data.keys.find((one) => one.prefix === prefix)).toMatchObject({
      name: 'landing page',
      state: 'works',
    });
    expect(JSON.stringify(listed.data)).not.toContain(key);
  });

  it('may be made for a supplier that the tenant has, and say whose they are', async () => {
    const { suppliers } = world.stores.forTenant('alpha');
    await putItem(suppliers, 'sup_north', aStoredSupplier({ supplierId: 'sup_north' }));
    const ask = (supplierId: string) =>
      world.call(adminCreateApiKey, { params: alpha, body: { name: 'north', supplierId } });
    const made = await ask('sup_north');
    expect(made.data).toMatchObject({ supplierId: 'sup_north' });
    expect(await world.stores.apiKeys.holderOf(made.data.key)).toMatchObject({ supplierId: 'sup_north' });
    const { error } = await ask('sup_nobody');
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: ['supplierId: does not exist'] });
  });
});

describe('the audit', () => {
  it('names who changed what, from where and through which entry point, and contains no key', async () => {
    const { data } = await world.call(adminCreateApiKey, { params: alpha, body: { name: 'audited' } });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      who: 'who may administer',
      via: 'admin key',
      from: '127.0.0.1',
      action: 'adminCreateApiKey',
      what: 'POST /admin/v1/tenants/alpha/keys',
      about: alpha,
      outcome: 'done',
      result: { prefix: data.prefix },
    });
    expect(JSON.stringify(entry)).not.toContain(data.key);
  });

  it('has words for every action, those of operations that audit some calls only too', async () => {
    const { data } = await world.call(adminListAuditActions);
    const words = new Map(data.actions.map((one) => [one.action, one.words]));
    expect(words.get('adminApplyCatalog')).toBe('Apply a tenant file');
    expect(words.get('adminReconcileLedger')).toBe("Compare a buyer's list with the ledger");
    expect(words.get('adminSearchLeads')).toBe('Search leads');
    expect(words.get('replayEnded')).toBe('End of a replay');
    expect([words.has('adminListTenants'), words.has('adminSimulateLead')]).toEqual([false, false]);
  });

  it('marks a refused change as refused', async () => {
    await world.call(adminCreateApiKey, { params: { tenantId: 'gamma' }, body: { name: 'x' } });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ about: { tenantId: 'gamma' }, outcome: 'refused' });
  });
});
