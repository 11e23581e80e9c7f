/** A person at `/docs/reference/api` in a real browser enters a key, tries calls, and sees the gateway's answers. */
import { duringTests, watchPage } from '@sluice/testing';
import type { Locator, Page } from 'playwright-core';
import { like } from './gateway.js';
import { inBrowser, openGatewayInBrowser } from './in-browser.js';

const world = duringTests(openGatewayInBrowser);

inBrowser('the reference in a browser', () => {
  it('the documentation page sends calls with a key from the browser, to the gateway only', async () => {
    const { url, alpha } = world;
    const page = await world.browser.newPage();
    const { asked, complaints } = watchPage(page);

    await page.goto(`${url}/docs/reference/api`);
    await authorize(page, alpha.key);

    const submitted = await tryOut(page, 'submitLead');
    expect(submitted.status).toBe('202');
    expect(submitted.body).toMatchObject({
      success: true,
      data: { leadId: like(/^lead_/), status: 'pending' },
    });
    const { leadId } = (submitted.body as { data: { leadId: string } }).data;
    const listed = await tryOut(page, 'listLeads');
    expect(listed.status).toBe('200');
    expect(listed.body).toMatchObject({ success: true, data: { leads: [{ leadId }], hasMore: false } });

    // A second try is a new call, not a replay under an idempotency key that the page filled in.
    const again = await tryOut(page, 'submitLead');
    expect(again.status).toBe('202');
    expect((again.body as { data: { leadId: string } }).data.leadId).not.toBe(leadId);

    expect(new Set(asked.map((address) => new URL(address).origin))).toEqual(new Set([url]));
    expect(asked.filter((address) => address.includes('/api/v1/')).length).toBe(3);
    expect(complaints).toEqual([]);
  }, 180_000);

  it('the documentation page shows the refusal of a call without a key', async () => {
    const context = await world.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${world.url}/docs/reference/api`);
    const refused = await tryOut(page, 'listLeads');
    expect(refused).toMatchObject({
      status: '401',
      body: { success: false, error: { code: 'UNAUTHORIZED' } },
    });
    await context.close();
  }, 150_000);
});

async function authorize(page: Page, key: string): Promise<void> {
  await page.locator('.auth-wrapper .btn.authorize').click({ timeout: 90_000 });
  const dialog = page.locator('.modal-ux');
  // The admin API's key has a form of its own next to this one.
  const form = dialog.locator('form').filter({ hasText: 'X-API-Key' });
  await form.locator('input').fill(key);
  await form.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Remove authorization' }).waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
}

/** Executes an operation with the values that the page offers, and returns the answer that the page shows. */
async function tryOut(page: Page, operationId: string): Promise<{ status: string; body: unknown }> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  // The page reads the whole document before it shows anything: seconds, and more on a busy machine.
  await operation.waitFor({ timeout: 90_000 });
  if (!(await operation.getAttribute('class'))?.includes('is-open')) {
    await operation.locator('.opblock-summary-control').first().click();
  }
  const before = operation.locator('.btn-clear');
  if (await before.count()) await before.click();
  await operation.locator('.btn.execute').click();
  const answer: Locator = operation.locator('.live-responses-table .response').first();
  await answer.waitFor();
  const status = await answer.locator('.response-col_status').innerText();
  const body = await answer.locator('.highlight-code code').first().innerText();
  return { status: status.trim().split(/\s/)[0]!, body: JSON.parse(body) };
}
