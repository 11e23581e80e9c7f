/** Keys, holds and the audit in a real browser, for a role that may change them and for one that may not. */
import { axeFindings, duringTests, eventually, putTenant } from '@sluice/testing';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { inBrowser, openDashboard, personAt } from './open-dashboard.js';

const settings = (part: string) => `/settings/${part}?tenant=demo`;
const at = duringTests(openDashboard);

inBrowser('the pages of settings and of the audit', () => {
  beforeAll(async () => {
    const { tenants } = at.world.stores;
    await putTenant(tenants, {
      tenantId: 'demo',
      name: 'Demo Leads',
      settings: { retention: { leads: 400 } },
    });
    await at.world.addOperator('ada@example.com', 'administer');
    await at.world.addOperator('eve@example.com', 'view');
  });

  it('generate an API key that is shown once and works, until it is revoked after a confirmation', async () => {
    const page = await personAt(at, 'ada@example.com', settings('keys'));
    const key = await generated(page, 'API', 'landing page');
    const { apiKeys } = at.world.stores;
    expect(await apiKeys.holderOf(key)).toMatchObject({ tenantId: 'demo', name: 'landing page' });
    const listed = page.getByRole('row', { name: `${key.slice(0, 8)}…` });
    await listed.getByText('works', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await listed.getByText('works', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);

    await listed.getByRole('button', { name: 'Revoke' }).click();
    const asking = page.getByRole('dialog', { name: 'Revoke “landing page”' });
    await asking.getByText('with this key is refused').waitFor();
    expect((await apiKeys.list('demo')).filter(({ revokedAt }) => revokedAt)).toEqual([]);
    await asking.getByRole('button', { name: 'Revoke key' }).click();
    await listed.getByText('revoked', { exact: true }).waitFor();
    await eventually(
      'the key no longer works',
      async () => (await apiKeys.holderOf(key)) === undefined,
      15_000,
    );
    await page.context().close();
  }, 60_000);

  it('generate an admin key with the role that was chosen', async () => {
    const page = await personAt(at, 'ada@example.com', settings('admin-keys'));
    const key = await generated(page, 'admin', 'deploy pipeline', 'operate');
    const holder = await at.world.stores.adminKeys.holderOf(key);
    expect(holder).toMatchObject({ name: 'deploy pipeline', role: 'operate' });
    await page.context().close();
  });

  it('put a tenant’s calls on hold with a reason after announcing the effect, and release them', async () => {
    const page = await personAt(at, 'ada@example.com', settings('calls'));
    const { tenantHolds } = at.world.stores;
    const calls = page.getByRole('row', { name: 'Demo Leads' });
    await calls.getByRole('button', { name: 'Hold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Within 3 s workers stop calling buyers').waitFor();
    await dialog.getByLabel('Reason').fill('wrong buyer');
    await dialog.getByRole('button', { name: 'Hold calls' }).click();
    await calls.getByText('wrong buyer').waitFor();
    expect(await tenantHolds.all()).toMatchObject([
      { tenantId: 'demo', by: 'ada@example.com', reason: 'wrong buyer' },
    ]);
    await calls.getByRole('button', { name: 'Release' }).click();
    await dialog.getByRole('button', { name: 'Release calls' }).click();
    await calls.getByText('not on hold').waitFor();
    expect(await tenantHolds.all()).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('are held from the page on which one sees that they go wrong, of one tenant or of all', async () => {
    const { tenantHolds } = at.world.stores;
    const page = await personAt(at, 'ada@example.com', '/buyers?tenant=demo');
    await page.getByRole('button', { name: 'Hold calls…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold outbound calls?' });
    await dialog.getByLabel('Reason').fill('all answers are 500');
    await dialog.getByLabel('Whose calls').selectOption('Demo Leads');
    // Somebody else was quicker; once their hold is released, this one may be put.
    await tenantHolds.put({ tenantId: 'demo', by: 'nadia', reason: 'wrong buyer', since: new Date() });
    await dialog.getByRole('button', { name: 'Hold calls' }).click();
    await dialog.getByText(/are on hold already, since .* by nadia: “wrong buyer”/).waitFor();
    await tenantHolds.release('demo');
    await dialog.getByRole('button', { name: 'Hold calls' }).click();
    await page.getByRole('link', { name: 'Calls are on hold' }).click();
    await page.getByText('all answers are 500').waitFor();
    expect(await tenantHolds.all()).toMatchObject([{ tenantId: 'demo', by: 'ada@example.com' }]);
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release calls' }).click();
    await page.getByRole('row', { name: 'Demo Leads' }).getByText('not on hold').waitFor();
    await page.context().close();
  }, 60_000);

  it('keep the focus in a dialog whatever is clicked, say what it lacks, and give the focus back', async () => {
    const page = await personAt(at, 'ada@example.com', settings('calls'));
    const calls = page.getByRole('row', { name: 'Demo Leads' });
    await calls.getByRole('button', { name: 'Hold' }).click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByLabel('Reason');
    await dialog.waitFor();
    const focused = (selector: string) =>
      page.evaluate<boolean>(`document.activeElement.closest('${selector}') !== null`);
    await eventually('the field has the focus', () => focused('[role=dialog] .field'), 15_000);
    await page.mouse.click(5, 5);
    for (let n = 0; n < 4; n += 1) {
      await page.keyboard.press('Tab');
      expect([n, await focused('[role=dialog]')]).toEqual([n, true]);
    }
    await dialog.getByRole('button', { name: 'Hold calls' }).click();
    await dialog.getByText('Say why, for others who see it.').waitFor();
    expect(await reason.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(
      'the button has the focus again',
      () => page.evaluate<boolean>("document.activeElement.textContent === 'Hold'"),
      15_000,
    );
    expect(await at.world.stores.tenantHolds.all()).toEqual([]);
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('set a secret that is then listed and never shown, and remove it after a confirmation', async () => {
    const page = await personAt(at, 'ada@example.com', settings('secrets'));
    await page.getByRole('button', { name: 'Set a secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('acme_token');
    await dialog.getByLabel('Value').fill('quiet-heron-token');
    await dialog.getByRole('button', { name: 'Set secret' }).click();
    const listed = page.getByRole('row', { name: 'acme_token' });
    await listed.getByText('set', { exact: true }).waitFor();
    const { secrets } = at.world.stores;
    expect((await secrets.list('demo')).map(({ name }) => name)).toEqual(['acme_token']);
    await page.reload();
    await listed.getByText('set', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('quiet-heron-token');

    await listed.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('no longer sent').waitFor();
    await dialog.getByRole('button', { name: 'Remove secret' }).click();
    await page.getByText('No secrets').waitFor();
    expect(await secrets.list('demo')).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('show how long records are kept, and name the required role to one that may not change it', async () => {
    const page = await personAt(at, 'eve@example.com', settings('keys'));
    await page
      .getByText('Generating or revoking a key requires the administer role; yours is view.')
      .waitFor();
    expect(await page.getByRole('button', { name: /^Generate|^Revoke/ }).count()).toBe(0);
    const subpage = (name: string) =>
      page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    await subpage('Retention');
    await page.getByText('400 days').waitFor();
    await page.getByText('messages as long as their lead, the audit forever').waitFor();
    const keysOfPrograms = page.getByRole('navigation', { name: 'Settings' }).getByText('Admin keys');
    expect(await keysOfPrograms.count()).toBe(0);
    await subpage('Outbound calls');
    await page.getByText('Holding or releasing calls requires the operate role; yours is view.').waitFor();
    await page.getByRole('row', { name: 'The whole installation' }).waitFor();
    expect(await page.getByRole('button', { name: /^Hold/ }).count()).toBe(0);
    await page.context().close();
  });

  it('show the person and the change in the audit, filter it, and export the filtered entries', async () => {
    const { audit, clock } = at.world.stores;
    const what = 'POST /admin/v1/tenants/demo/keys';
    const about = { tenantId: 'demo' };
    const other = { who: 'grace', via: 'admin key', from: '192.0.2.7', action: 'adminCreateApiKey' };
    const id = await audit.begin({ at: clock.now(), ...other, what, about });
    await audit.conclude(id, 'refused');

    const page = await personAt(at, 'ada@example.com', '/audit');
    await page.getByRole('row').filter({ hasText: 'grace' }).getByText('refused').waitFor();
    await page.getByLabel('Actor').fill('ada@example.com');
    await page.getByLabel('Action').selectOption({ label: 'Generate API key' });
    const row = page.locator('tbody tr');
    await page.locator('tbody:not(:has(tr:nth-child(2)))').waitFor();
    expect(await row.textContent()).toMatch(
      /ada@example\.com.*generated an API key; key slk_.*127\.0\.0\.1.*session.*done/,
    );

    // No operation id, path or counter of the code.
    expect(await page.getByRole('main').textContent()).not.toMatch(/admin[A-Z]|\/admin\/|heldLeadsDue/);

    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as NDJSON' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('sluice-audit.ndjson');
    const lines = (await text(await download.createReadStream())).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        who: 'ada@example.com',
        action: 'adminCreateApiKey',
        outcome: 'done',
        about,
      }),
    ]);

    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('row').filter({ hasText: 'grace' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('keep a filter that is set before the page has shown the one before', async () => {
    const page = await personAt(at, 'ada@example.com', '/audit');
    await page.locator('tbody tr').first().waitFor();
    await page.evaluate(`for (const [label, value] of [['Channel', 'session'], ['Outcome', 'refused']]) {
      const filter = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label).control;
      filter.value = value;
      filter.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await page.waitForURL(
      ({ searchParams }) =>
        searchParams.get('via') === 'session' && searchParams.get('outcome') === 'refused',
    );
    await page.context().close();
  });

  it('page the audit', async () => {
    const { audit, clock } = at.world.stores;
    const at0 = clock.now().getTime();
    for (let n = 0; n < 51; n += 1)
      await audit.begin({ at: new Date(at0 + n), who: 'many', from: '192.0.2.8', what: `change ${n}` });
    const page = await personAt(at, 'ada@example.com', '/audit?who=many');
    await page.getByText('change 50', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('change 0', { exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'have no serious axe findings with keys, a dialog and entries on them, %s',
    async (colorScheme) => {
      const page = await personAt(at, 'ada@example.com', settings('keys'), { colorScheme });
      await page.getByRole('row', { name: 'slk_' }).first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(at.url + settings('admin-keys'));
      await page.getByRole('button', { name: 'Generate admin key' }).click();
      await page.getByRole('dialog').getByLabel('Role').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(`${at.url}/audit`);
      await page.locator('tbody tr').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.context().close();
    },
    60_000,
  );
});

/** Generates a key on the page and returns the value that the dialog shows once. */
async function generated(page: Page, kind: 'API' | 'admin', name: string, role?: string): Promise<string> {
  await page.getByRole('button', { name: `Generate ${kind} key` }).click();
  const asking = page.getByRole('dialog', { name: `Generate ${kind} key` });
  await asking.getByLabel('Name').fill(name);
  if (role !== undefined) await asking.getByLabel('Role').selectOption(role);
  await asking.getByRole('button', { name: `Generate ${kind} key` }).click();
  const shown = page.getByRole('dialog', { name: `The key “${name}”` });
  await shown.getByRole('button', { name: 'Copy key' }).waitFor();
  const key = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await shown.waitFor({ state: 'detached' });
  return key;
}
