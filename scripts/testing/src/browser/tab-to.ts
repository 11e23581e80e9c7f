/** Using a page by the keyboard alone. */
import type { Locator, Page } from 'playwright-core';

/** More than any page has places. */
const MOST_TABS = 200;

/** Moves the focus to `target` with the Tab key, and fails if the key does not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let n = 0; n < MOST_TABS; n += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${String(target)}`);
}
