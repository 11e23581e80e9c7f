/** Fields that pick a campaign or a client among a thousand, as the WAI-ARIA combobox: by keyboard, mouse and touch. */
import { axeFindings, duringTests, eventually } from '@sluice/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { putDemoTenant } from './demo-leads.js';
import { inBrowser, openDashboard, phone, pick } from './open-dashboard.js';

const MANY = 1_000;
const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', phone],
];

const at = duringTests(openDashboard);

inBrowser('the fields that pick', () => {
  beforeAll(async () => {
    const { stores } = at.world;
    await putDemoTenant(stores);
    const { campaigns } = stores.forTenant('demo');
    const campaign = (await campaigns.find('ACMRU'))!;
    const add = (n: number) => {
      const campaignId = `C${String(n).padStart(4, '0')}`;
      return campaigns.putPlanned(campaignId, { ...campaign, campaignId, name: `Many ${n}` }, 1);
    };
    const numbers = Array.from({ length: MANY }, (_, n) => n);
    while (numbers.length > 0) await Promise.all(numbers.splice(0, 20).map(add));
  }, 60_000);

  it('find a campaign among a thousand by a part of its name, and say how to find others', async () => {
    const page = await at.loggedInAt('/ledger?tenant=demo');
    const field = page.getByRole('combobox', { name: 'Campaign submitted to' });
    await field.press('ArrowDown');
    await page.getByRole('option', { name: 'Acme ACMRU (ACMRU)' }).waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(21);
    await page.getByRole('status').getByText('20 found. Type to find others.').waitFor({ state: 'attached' });
    await field.fill('many 77');
    const options = page.getByRole('option').filter({ hasText: 'Many 77' });
    await options.nth(10).waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    const highlighted = (await field.getAttribute('aria-activedescendant')) ?? '';
    expect(await page.locator(`[id="${highlighted}"]`).textContent()).toBe('Many 77 (C0077)');
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForURL(/campaignId=C0770/);
    const showsIt = async () => (await field.inputValue()) === 'Many 770 (C0770)';
    await eventually('its name is shown', showsIt, 20_000);
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await field.fill('no such campaign');
    await page.getByText('Nothing matches.', { exact: true }).waitFor();
    await field.press('Escape');
    await eventually('its name is shown again', showsIt, 20_000);
    await field.fill('');
    await page.waitForURL((address) => !address.searchParams.has('campaignId'));
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('pick nothing that an earlier text found, however soon Enter follows', async () => {
    const page = await at.loggedInAt('/ledger?tenant=demo');
    const field = page.getByRole('combobox', { name: 'Campaign submitted to' });
    await field.fill('many 12');
    await page.getByRole('option', { name: 'Many 12 (C0012)' }).waitFor();
    await field.press('3');
    await field.press('Enter');
    await page.getByRole('option', { name: 'Many 123 (C0123)' }).waitFor();
    expect(new URL(page.url()).searchParams.has('campaignId')).toBe(false);
    await page.context().close();
  }, 60_000);

  it.each(screens)(
    'pick several, show their names and give them up again, on %s',
    async (_, screen) => {
      const page = await at.loggedInAt('/leads?tenant=demo&campaignIds=C0005', screen);
      await page.getByRole('button', { name: 'Remove Many 5 (C0005)' }).waitFor();
      await pick(page, 'Campaigns', 'many 10');
      await page.getByRole('option', { name: 'Many 10 (C0010) picked' }).waitFor();
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        expect(await axeFindings(page)).toEqual([]);
      }
      await page.keyboard.press('Tab');
      await page.getByRole('option', { name: 'Many 10 (C0010) picked' }).waitFor({ state: 'detached' });
      await page.waitForURL((address) => address.searchParams.get('campaignIds') === 'C0005,C0010');
      await page.getByRole('button', { name: 'Remove Many 5 (C0005)' }).click();
      await page.waitForURL((address) => address.searchParams.get('campaignIds') === 'C0010');
      await page.context().close();
    },
    60_000,
  );

  it('ask the server for nothing until somebody opens them', async () => {
    const page = await at.loggedInAt('/leads?tenant=demo');
    await page.getByText('No matching leads').waitFor();
    expect(page.watched.asked.filter((address) => /\/(campaigns|clients)\b/.test(address))).toEqual([]);
    await page.context().close();
  }, 60_000);
});
