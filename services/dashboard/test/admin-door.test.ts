/**
 * The one door of the operations: with an admin key, or with a session and, for a change, a request of the dashboard's own
 * page.
 */
import { newKey } from '@sluice/store';
import { duringTests, putTenant } from '@sluice/testing';
import { browser, loggedIn, openDashboards } from './dashboards.js';

const world = duringTests(openDashboards);
beforeAll(async () => {
  await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'Alpha', settings: {} });
});

const keys = '/admin/v1/tenants/alpha/keys';

async function makeKey(cookies: ReadonlyMap<string, string>, headers: Record<string, string>) {
  const response = await fetch(`${world.url}${keys}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    body: JSON.stringify({ name: 'form' }),
  });
  return { status: response.status, json: (await response.json()) as { error?: { code: string } } };
}

describe('an admin key', () => {
  it('opens the operations without a session, and one that is wrong does not, whoever has logged in beside it', async () => {
    const key = newKey('sla_');
    await world.stores.adminKeys.add(key, { role: 'view', name: 'board on the wall', createdAt: new Date() });
    const me = async (headers: Record<string, string>) => {
      const { person } = await loggedIn(world.url);
      const { status, text } = await person.get('/admin/v1/me', headers);
      return [status, (JSON.parse(text) as { data?: unknown }).data];
    };
    expect(await me({ 'X-Admin-Key': key })).toEqual([
      200,
      expect.objectContaining({ name: 'board on the wall', role: 'view', via: 'admin key' }),
    ]);
    expect(await me({ 'X-Admin-Key': newKey('sla_') })).toEqual([401, undefined]);
    expect((await makeKey(new Map(), { 'X-Admin-Key': key })).status).toBe(403);
  });

  it('is not needed to read the schema of a tenant file', async () => {
    const { status, text } = await browser(world.url).get('/schemas/tenant.json');
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ type: 'object' })]);
  });

  it('is not needed to read what operations there are', async () => {
    const { status, text } = await browser(world.url).get('/admin/v1/openapi.json');
    expect(status).toBe(200);
    const { paths } = JSON.parse(text) as { paths: Record<string, unknown> };
    expect(Object.keys(paths)).toContain('/admin/v1/now');
  });
});

describe('the admin API behind the dashboard', () => {
  it('answers UNAUTHORIZED in the envelope without a session', async () => {
    const { status, text } = await browser(world.url).get('/admin/v1/me');
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED' } });
  });

  it('identifies the operator by the session', async () => {
    const { person } = await loggedIn(world.url);
    const { status, text } = await person.get('/admin/v1/me');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ data: { role: 'administer', via: 'session' } });
  });
});
