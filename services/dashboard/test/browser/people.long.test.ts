/**
 * People, as an administrator adds and changes them in a real browser, and as seen by a role that may not change them.
 */
import { axeFindings, duringTests, eventually } from '@sluice/testing';
import { hashPassword } from '@sluice/store';
import type { Page } from 'playwright-core';
import { inBrowser, openDashboard, personAt, phone } from './open-dashboard.js';
import { browser, password } from '../dashboards.js';

const eves = 'eve-has-her-own';
const at = duringTests(openDashboard);

inBrowser('the page of people', () => {
  beforeAll(async () => {
    await (await personAt(at, 'ada', password, '/people')).context().close();
    const { operators, clock } = at.world.stores;
    const by = { createdAt: clock.now(), createdBy: 'ada' };
    const passwordHash = await hashPassword(eves);
    await operators.add({ name: 'eve', role: 'view', via: 'password', passwordHash, ...by });
    const lin = { name: 'lin', role: 'operate', via: 'oidc', subject: 'https://login.example 17' } as const;
    await operators.fromOutside(lin, clock.now());
  });

  const rowOf = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const press = async (page: Page, name: string) => {
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  const mayLogIn = async (username: string, typed: string) =>
    (await browser(at.world.url).post('/login', { username, password: typed })).status === 200;

  it('adds a person, whose password is shown once and works', async () => {
    const page = await personAt(at, 'ada', password, '/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const asking = page.getByRole('dialog', { name: 'Add a person' });
    await asking.getByLabel('Name').fill('Grace');
    await asking.getByLabel('Role').selectOption('operate');
    expect(await axeFindings(page)).toEqual([]);
    await asking.getByRole('button', { name: 'Add person' }).click();
    const given = await passwordShown(page, 'grace');
    await rowOf(page, 'grace').getByText('operate').waitFor();
    expect(await page.content()).not.toContain(given);
    expect(await mayLogIn('grace', given)).toBe(true);
    await page.reload();
    await rowOf(page, 'grace').getByText('never').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(given);
    const entries = await at.world.stores.audit.page({}, 10);
    expect(entries.find(({ action }) => action === 'adminAddOperator')).toMatchObject({
      who: 'ada',
      about: { name: 'Grace', role: 'operate' },
      outcome: 'done',
    });
    expect(JSON.stringify(entries)).not.toContain(given);
    await page.context().close();
  }, 60_000);

  it('changes a role after announcing that its sessions end, and ends them', async () => {
    const [page, eve] = [
      await personAt(at, 'ada', password, '/people'),
      await personAt(at, 'eve', eves, '/people'),
    ];
    await rowOf(page, 'eve').getByRole('button', { name: 'Role' }).click();
    const asking = page.getByRole('dialog', { name: 'Change the role of eve' });
    await asking.getByText('sessions of eve end within seconds').waitFor();
    await asking.getByLabel('Role').selectOption('operate');
    await press(page, 'Change role');
    await rowOf(page, 'eve').getByText('operate').waitFor();
    await eventually(
      'eve is logged out',
      async () => {
        await eve.reload();
        await eve.getByRole('heading', { level: 1 }).waitFor();
        return eve.getByLabel('Password').isVisible();
      },
      20_000,
    );
    for (const one of [page, eve]) await one.context().close();
  }, 60_000);

  it('keeps a disabled person out until enabled again, and generates a new password', async () => {
    const page = await personAt(at, 'ada', password, '/people');
    const row = rowOf(page, 'eve');
    await row.getByRole('button', { name: 'Disable' }).click();
    await press(page, 'Disable eve');
    await row.getByText('disabled').waitFor();
    expect(await mayLogIn('eve', eves)).toBe(false);
    await row.getByRole('button', { name: 'Enable' }).click();
    await press(page, 'Enable eve');
    await row.getByText('active').waitFor();
    expect(await mayLogIn('eve', eves)).toBe(true);
    await row.getByRole('button', { name: 'Password' }).click();
    await press(page, 'Reset password');
    const given = await passwordShown(page, 'eve');
    expect(await mayLogIn('eve', eves)).toBe(false);
    expect(await mayLogIn('eve', given)).toBe(true);
    await page.context().close();
  }, 60_000);

  it('shows persons of a provider, whose role and password are not Sluice’s, and removes them', async () => {
    const page = await personAt(at, 'ada', password, '/people');
    const row = rowOf(page, 'lin');
    await row.getByText('OpenID provider').waitFor();
    for (const name of ['Role', 'Password']) expect(await row.getByRole('button', { name }).count()).toBe(0);
    await row.getByRole('button', { name: 'Remove' }).click();
    await page
      .getByRole('dialog')
      .getByText('The next login through the provider or proxy adds lin again')
      .waitFor();
    await press(page, 'Remove lin');
    // It closes when the removal is done; until then no row is reached by its role.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    expect(await at.world.stores.operators.find('lin')).toBeUndefined();
    await page.context().close();
  }, 60_000);

  it('offers no changes to a role without permission, nor to a person’s own account', async () => {
    await at.world.stores.operators.setPassword('eve', await hashPassword(eves));
    const eve = await personAt(at, 'eve', eves, '/people');
    await eve.getByText('Adding or changing people requires the administer role; yours is').waitFor();
    for (const name of [/^Add/, 'Role', 'Password', 'Disable', 'Remove'])
      expect(await eve.getByRole('button', { name }).count()).toBe(0);
    const page = await personAt(at, 'ada', password, '/people');
    await rowOf(page, 'ada').getByText('ask another administrator').waitFor();
    expect(await rowOf(page, 'ada').getByRole('button').count()).toBe(0);
    for (const one of [page, eve]) await one.context().close();
  }, 60_000);

  it.each(['light', 'dark'] as const)(
    'has no serious axe findings and does not scroll sideways on a phone, %s',
    async (colorScheme) => {
      const page = await personAt(at, 'ada', password, '/people', { ...phone, colorScheme });
      await rowOf(page, 'eve').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const [content, screen] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(content).toBe(screen);
      await page.context().close();
    },
    60_000,
  );
});

/** Returns the password that the dialog shows once, and closes the dialog. */
async function passwordShown(page: Page, name: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: `The password of ${name}` });
  const given = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await shown.waitFor({ state: 'detached' });
  return given;
}
