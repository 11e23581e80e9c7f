/**
 * Operators, as an administrator invites and changes them in a real browser, and as seen by a role that may not.
 */
import { openIdentity } from '@sluice/identity';
import { sealingKey } from '@sluice/store';
import { axeFindings, duringTests, eventually, testEncryptionKey } from '@sluice/testing';
import type { Page } from 'playwright-core';
import { inBrowser, openDashboard, personAt, phone } from './open-dashboard.js';
import { browser, password } from '../dashboards.js';

const [ada, eve, lin] = ['ada@example.com', 'eve@example.com', 'lin@outside.invalid'];
const at = duringTests(openDashboard);

inBrowser('the page of operators', () => {
  beforeAll(async () => {
    await at.world.addOperator(ada, 'administer');
    await at.world.addOperator(eve, 'view');
    const outside = {
      name: 'lin',
      role: 'operate',
      via: 'oidc',
      subject: 'https://login.example 17',
    } as const;
    const identity = openIdentity(at.world.stores, [sealingKey(testEncryptionKey)]);
    await identity.accounts.logInOutside(outside, { address: '', userAgent: '' });
    await identity.close();
  });

  const rowOf = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const press = async (page: Page, name: string) => {
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  const mayLogIn = async (email: string, typed = password) =>
    (await browser(at.world.url).login(typed, {}, email)).status === 200;
  /** Opens a link in a browser of its own, and sets the password there. */
  const setPassword = async (link: string, typed: string, sets: string): Promise<Page> => {
    const page = await at.newPage();
    await page.goto(link);
    await page.getByLabel('Password', { exact: true }).fill(typed);
    await page.getByLabel('The password again').fill(typed);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: sets }).click();
    return page;
  };

  it('invites a person, whose link is shown once, lets the person in, and works once', async () => {
    const page = await personAt(at, ada, '/operators');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const asking = page.getByRole('dialog', { name: 'Invite a person to this installation' });
    await asking.getByLabel('E-mail address').fill('Grace@Example.com');
    await asking.getByLabel('Role').selectOption('operate');
    expect(await axeFindings(page)).toEqual([]);
    await asking.getByRole('button', { name: 'Send invitation' }).click();
    const link = await linkShown(page, 'grace@example.com');
    expect(await page.content()).not.toContain(link);
    const hers = await setPassword(link, password, 'Set password and go in');
    await hers.locator('nav[aria-label="Dashboard"]').waitFor({ state: 'attached' });
    expect(await mayLogIn('grace@example.com')).toBe(true);
    const again = await setPassword(link, password, 'Set password and go in');
    await again.getByText('This link is wrong, used or no longer valid.').waitFor();
    await page.reload();
    await rowOf(page, 'grace@example.com').getByText('operate').waitFor();
    const entries = await at.world.stores.audit.page({}, 20);
    expect(entries.find(({ action }) => action === 'adminAddOperator')).toMatchObject({
      who: ada,
      about: { role: 'operate' },
      outcome: 'done',
    });
    expect(JSON.stringify(entries)).not.toContain(link.split('#')[1]);
    for (const one of [page, hers, again]) await one.context().close();
  }, 180_000);

  it('changes a role, which applies without a new login', async () => {
    const [page, hers] = [await personAt(at, ada, '/operators'), await personAt(at, eve, '/queues')];
    await rowOf(page, eve).getByRole('button', { name: 'Role' }).click();
    const asking = page.getByRole('dialog', { name: `Change the role of ${eve}` });
    await asking.getByText('applies within seconds').waitFor();
    await asking.getByLabel('Role').selectOption('operate');
    await press(page, 'Change role');
    await rowOf(page, eve).getByText('operate').waitFor();
    await eventually(
      'eve may pause a queue',
      async () => {
        await hers.reload();
        await hers.getByRole('row').filter({ hasText: 'pixel' }).waitFor();
        return hers.getByRole('button', { name: 'Pause' }).first().isVisible();
      },
      20_000,
    );
    for (const one of [page, hers]) await one.context().close();
  }, 180_000);

  it('keeps a disabled person out until enabled again, and makes a password link', async () => {
    const page = await personAt(at, ada, '/operators');
    const row = rowOf(page, eve);
    await row.getByRole('button', { name: 'Disable' }).click();
    await press(page, `Disable ${eve}`);
    await row.getByText('disabled').waitFor();
    expect(await mayLogIn(eve)).toBe(false);
    await row.getByRole('button', { name: 'Enable' }).click();
    await press(page, `Enable ${eve}`);
    await row.getByText('active').waitFor();
    expect(await mayLogIn(eve)).toBe(true);
    await row.getByRole('button', { name: 'Password link' }).click();
    await press(page, 'Make link');
    const hers = await setPassword(await linkShown(page, eve), 'loud-otter-3311', 'Set password');
    await hers.getByText('Your password is set').waitFor();
    expect([await mayLogIn(eve), await mayLogIn(eve, 'loud-otter-3311')]).toEqual([false, true]);
    await row.getByRole('button', { name: 'Password link' }).click();
    await press(page, 'Make link');
    const back = await setPassword(await linkShown(page, eve), password, 'Set password');
    await back.getByText('Your password is set').waitFor();
    for (const one of [page, hers, back]) await one.context().close();
  }, 180_000);

  it('shows persons of a provider, whose role and password are not Sluice’s, and removes them', async () => {
    const page = await personAt(at, ada, '/operators');
    const row = rowOf(page, lin);
    await row.getByText('OpenID provider').waitFor();
    for (const name of ['Role', 'Password link'])
      expect(await row.getByRole('button', { name }).count()).toBe(0);
    await row.getByRole('button', { name: 'Remove' }).click();
    await page
      .getByRole('dialog')
      .getByText('The next login through the provider or proxy adds lin@outside.invalid again')
      .waitFor();
    await press(page, `Remove ${lin}`);
    // It closes when the removal is done; until then no row is reached by its role.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    expect(await at.world.stores.operators.find(lin)).toBeUndefined();
    await page.context().close();
  }, 180_000);

  it('offers no changes to a role without permission, nor to a person’s own account', async () => {
    const hers = await personAt(at, 'grace@example.com', '/operators');
    await hers.getByText('Adding or changing people requires the administer role; yours is').waitFor();
    for (const name of [/^Invite/, 'Role', 'Password link', 'Disable', 'Remove'])
      expect(await hers.getByRole('button', { name }).count()).toBe(0);
    const page = await personAt(at, ada, '/operators');
    await rowOf(page, ada).getByText('ask another administrator').waitFor();
    expect(await rowOf(page, ada).getByRole('button').count()).toBe(0);
    for (const one of [page, hers]) await one.context().close();
  }, 180_000);

  it.each(['light', 'dark'] as const)(
    'has no serious axe findings and does not scroll sideways on a phone, %s',
    async (colorScheme) => {
      const page = await personAt(at, ada, '/operators', { ...phone, colorScheme });
      await rowOf(page, eve).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const [content, screen] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect(content).toBe(screen);
      await page.context().close();
    },
    180_000,
  );
});

/** Returns the link that the dialog shows once, and closes the dialog. */
async function linkShown(page: Page, address: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: `The link of ${address}` });
  const given = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await shown.waitFor({ state: 'detached' });
  return given;
}
