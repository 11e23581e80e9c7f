/** What the dashboard offers to a tenant's own people, and that nothing of another tenant reaches them. */
import type { MemberRole } from '@sluice/contracts';
import { duringTests, eventually, putTenant } from '@sluice/testing';
import type { Page } from 'playwright-core';
import { inBrowser, memberOf, openDashboard, personAt } from './open-dashboard.js';

const at = duringTests(openDashboard);
const MARK = 'heronmark';

const addMember = (address: string, role: MemberRole, tenants?: readonly string[]) =>
  memberOf(at, address, role, tenants);

const offered = (page: Page) =>
  page.evaluate<string[]>(
    '[...document.querySelectorAll(".navigation a")].map(({ textContent }) => textContent.replace(/\\d+$/, ""))',
  );
const headingAt = async (page: Page, address: string) => {
  await page.goto(at.url + address);
  return page.getByRole('heading', { level: 1 }).first().textContent();
};

inBrowser("the dashboard of a tenant's people", () => {
  beforeAll(async () => {
    await at.world.stores.prepare();
    for (const [tenantId, name] of [
      ['alpha', 'Alpha Leads'],
      ['beta', `Beta ${MARK}`],
    ] as const)
      await putTenant(at.world.stores.tenants, { tenantId, name, settings: {} });
    const hold = { by: `${MARK}@example.com`, since: at.world.stores.clock.now(), reason: MARK };
    await at.world.stores.tenantHolds.put({ tenantId: 'beta', ...hold });
    await at.world.stores.tenantHolds.put({ tenantId: 'alpha', ...hold, reason: 'a move' });
    await addMember('owner@alpha.test', 'owner');
    await addMember('manager@alpha.test', 'manager');
    await addMember('analyst@alpha.test', 'analyst');
    await addMember('client@alpha.test', 'client');
    await addMember('both@alpha.test', 'owner', ['alpha', 'beta']);
  });

  it.each(['owner', 'manager', 'analyst'] as const)(
    'offers an %s the pages of the tenant, of an empty one the first steps that are theirs, and answers any other address as one that is none',
    async (role) => {
      const page = await personAt(at, `${role}@alpha.test`, '/');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview');
      await page.getByText('on hold by an operator of the installation').first().waitFor();
      // Nobody has sent a lead yet: who may make what one takes is shown how.
      const steps = page.getByRole('region', { name: 'First steps of Alpha Leads' });
      if (role === 'analyst') expect(await steps.count()).toBe(0);
      else {
        await steps.getByRole('link', { name: 'New client' }).waitFor();
        const named = await steps.locator('li > strong').allTextContents();
        const first = ['A client', 'An offer', 'A campaign', ...(role === 'owner' ? ['An API key'] : [])];
        expect(named).toEqual([...first, 'A first lead', 'What became of it']);
        const mayGenerate = await steps.getByRole('button', { name: 'Generate API key' }).count();
        expect(mayGenerate).toBe(role === 'owner' ? 1 : 0);
      }
      const names = await offered(page);
      const owners = ['People', 'Audit'];
      const offers = ['Overview', 'Leads', 'Reports', 'Settings', ...(role === 'owner' ? owners : [])];
      expect(names).toEqual(expect.arrayContaining(offers));
      for (const name of ['Now', 'Queues', 'Operators', ...(role === 'owner' ? [] : owners)])
        expect(names).not.toContain(name);
      const closed = ['/queues', '/operators', '/settings/admin-keys', '/board', '/docs/'];
      for (const address of role === 'owner' ? closed : [...closed, '/people', '/audit'])
        expect([address, await headingAt(page, address)]).toEqual([address, 'Not found']);
      for (const tenant of ['beta', 'never-was'])
        for (const address of [`/leads?tenant=${tenant}`, `/?tenant=${tenant}`, `/campaigns/${tenant}/X`])
          expect([address, await headingAt(page, address)]).toEqual([address, 'Not found']);
      // What an operator has put is seen, with its reason, and not offered to be released.
      expect(await headingAt(page, '/settings/calls?tenant=alpha')).toBe('Outbound calls');
      const row = page.getByRole('row', { name: /Alpha Leads on hold a move .* by an operator/ });
      await row.waitFor();
      expect(await page.locator('tbody tr').count()).toBe(1);
      expect(await row.getByRole('button').count()).toBe(0);
      await page.goto(`${at.url}/leads?tenant=alpha`);
      await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
      const asks = await page.getByRole('searchbox', { name: /phone/ }).count();
      expect(asks > 0).toBe(role !== 'analyst');
      expect(await page.content()).not.toContain(MARK);
      await page.context().close();
    },
    240_000,
  );

  it('has nothing but a sentence for a client', async () => {
    const page = await personAt(at, 'client@alpha.test', '/');
    await page.getByText('There is nothing here for you yet.').waitFor();
    expect(await offered(page)).toEqual([]);
    expect(await headingAt(page, '/?tenant=beta')).toBe('Not found');
    await page.context().close();
  }, 120_000);

  it('lets a person of two tenants change between them, and lists no other', async () => {
    await putTenant(at.world.stores.tenants, { tenantId: 'gamma', name: 'Gamma', settings: {} });
    const page = await personAt(at, 'both@alpha.test', '/?tenant=alpha');
    const picker = page.getByLabel('Tenant', { exact: true });
    expect(await picker.locator('option').allTextContents()).toEqual(['Alpha Leads', `Beta ${MARK}`]);
    await picker.selectOption('beta');
    await page.getByText(`Beta ${MARK}, the last seven days.`).waitFor();
    await page.context().close();
  }, 120_000);

  it('is out of reach of a disabled member, on a page that is open too', async () => {
    const userId = await addMember('leaver@alpha.test', 'manager');
    const page = await personAt(at, 'leaver@alpha.test', '/?tenant=alpha');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await addMember('stays@alpha.test', 'owner');
    await at.world.stores.forTenant('alpha').members.disable(userId, at.world.stores.clock.now());
    await eventually(
      'the page is gone',
      async () => (await page.getByRole('heading', { name: 'Overview', level: 1 }).count()) === 0,
      60_000,
    );
    await page.context().close();
  }, 180_000);
});
