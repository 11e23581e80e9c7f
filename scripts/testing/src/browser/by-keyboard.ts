/** A person who has a keyboard and no mouse. */
import type { Locator, Page } from 'playwright-core';

const MOST_TABS = 300;

/** Moves the focus with Tab until it is on `target`, and presses `key` there; fails if Tab does not lead to it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return page.keyboard.press(key);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** The same for a field, into which `text` is typed. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await press(page, target, 'End');
  await page.keyboard.type(text);
}
