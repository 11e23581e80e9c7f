/** A person who has a keyboard and no mouse. */
import type { Locator } from 'playwright-core';

/** More than any page has places. */
const MOST_TABS = 1_000;

/** Moves the focus to `target` with the Tab key, and fails if the key does not reach it. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const page = target.page();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${String(target)}`);
}

/** Presses the button or follows the link. */
export async function press(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Types at the end of a field. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('End');
  await target.page().keyboard.type(text);
}
