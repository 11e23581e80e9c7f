/**
 * The admin API behind the dashboard's session, and its refusal of requests that did not come from the dashboard's own
 * page.
 */
import { duringTests, putTenant } from '@sluice/testing';
import { browser, loggedIn, openDashboards } from './dashboards.js';

const world = duringTests(openDashboards);
beforeAll(async () => {
  await world.stores.prepare();
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

  it('makes no change without the token of the session, nor from another site', async () => {
    const { person, token } = await loggedIn(world.url);
    const foreign = { 'X-XSRF-Token': token, 'Sec-Fetch-Site': 'cross-site' };
    const refused: readonly Record<string, string>[] = [{}, { 'X-XSRF-Token': 'guessed' }, foreign];
    for (const headers of refused) {
      const { status, json } = await makeKey(person.cookies, headers);
      expect([status, json.error?.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect(await world.stores.apiKeys.list('alpha')).toEqual([]);
  });

  it('makes a change with the token, and one audit entry for it', async () => {
    const { person, token } = await loggedIn(world.url);
    const { status } = await makeKey(person.cookies, { 'X-XSRF-Token': token });
    expect(status).toBe(201);
    const entries = await world.stores.audit.page({}, 10);
    expect(entries.filter(({ what }) => what.includes(keys))).toEqual([
      expect.objectContaining({ via: 'session', action: 'adminCreateApiKey', outcome: 'done' }),
    ]);
  });
});
