/** What tests do in the forms of items. */
import type { Page } from 'playwright-core';
import type { DashboardInBrowser } from './open-dashboard.js';

/** Everything that the tab keeps. */
export const kept = (page: Page) => page.evaluate<string>('JSON.stringify(Object.entries(sessionStorage))');

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

export const saved = (page: Page, id: string) => page.getByText(`${id} is saved.`).first().waitFor();

/** Opens a part of a form. */
export const open = async (page: Page, part: string) => page.locator('summary', { hasText: part }).click();

/** Fills in the form of a new offer. */
export async function fillOffer(page: Page, id: string): Promise<void> {
  await page.getByLabel('Id *').fill(id);
  await page.getByLabel('Name *').fill('Hair Dye');
  await page.getByLabel('Abbreviation *').fill('HD');
  await page.getByLabel('Category *').selectOption('mass_tort');
}

/** Makes an offer of the tenant `demo` in its form. */
export async function newOffer(
  { url }: Pick<DashboardInBrowser, 'url'>,
  page: Page,
  id: string,
): Promise<void> {
  await page.goto(`${url}/new/demo/offers`);
  await fillOffer(page, id);
  await save(page);
  await saved(page, id);
}
