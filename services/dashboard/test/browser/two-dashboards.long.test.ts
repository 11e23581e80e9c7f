/** Two concurrent dashboard processes, and one that starts later, as an operator uses them in a browser. */
import { duringTests } from '@sluice/testing';
import { operator } from '../dashboards.js';
import { inBrowser, logIn, openDashboard } from './open-dashboard.js';

const at = duringTests(openDashboard);

inBrowser('dashboards side by side', () => {
  it('act as one: a session is valid in both and after a restart, a change shows in both, a logout ends it everywhere', async () => {
    const { world } = at;
    const { url, second } = world;
    const page = await at.newPage();
    await page.goto(`${url}/queues`);
    await logIn(page);
    // Cookies ignore the port, so the browser sends the session to both.
    await page.goto(`${second}/queues`);
    const row = page.getByRole('row').filter({ hasText: 'pixel' });
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause queue' }).click();
    await row.getByText('paused', { exact: true }).waitFor();
    const restarted = await world.more({}, {});
    for (const dashboard of [url, restarted]) {
      await page.goto(`${dashboard}/queues`);
      await row.getByText('paused', { exact: true }).waitFor();
    }
    const [entry] = await at.world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ who: operator, action: 'adminPauseQueue', outcome: 'done' });

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    for (const dashboard of [url, second, restarted]) {
      await page.goto(`${dashboard}/queues`);
      await page.getByLabel('Password').waitFor();
    }
    await page.context().close();
  }, 60_000);

  it('report that a logout could not be recorded while MongoDB is unavailable, and end the session anyway', async () => {
    const page = await at.newPage();
    const losing = await at.world.losing();
    await page.goto(`${losing.url}/queues`);
    await logIn(page);
    await losing.takeAway();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out in this browser.').waitFor();
    await page.getByText('The audit has no entry for this logout.').waitFor();
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'sluice_session' }),
    );
    await page.context().close();
  });
});
