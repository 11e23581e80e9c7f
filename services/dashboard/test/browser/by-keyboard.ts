/** What a person does without a mouse, on a desktop and on a phone, and what every page owes them. */
import { axeFindings, eventually, press, tabTo } from '@sluice/testing';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

/** The screens on which a story is told. */
export const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];

/** Chooses by the beginning of a name, in a `<select>` or in a field that searches. */
export async function choose(field: Locator, name: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.type(name);
  if ((await field.and(field.page().locator('select')).count()) > 0) return;
  const option = field.page().getByRole('listbox').getByRole('option', { name }).first();
  await option.waitFor();
  if ((await option.getAttribute('aria-selected')) !== 'true') await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
}

/** Chooses one of a few that stand side by side, where the Tab key stops once. */
export async function turnTo(page: Page, label: string, name: string): Promise<void> {
  const group = page.getByLabel(label);
  const focused = group.locator(':focus');
  await group.getByRole('radio', { name, exact: true }).waitFor();
  await tabTo(group.getByRole('radio', { checked: true }));
  for (let at = await focused.textContent(); at !== name; at = await focused.textContent()) {
    await page.keyboard.press('ArrowRight');
    // The focus follows the key a moment later; a second key before that would go past the wanted one.
    await eventually('the focus moves', async () => (await focused.textContent()) !== at);
  }
  await page.keyboard.press('Enter');
  await group.getByRole('radio', { name, exact: true, checked: true }).waitFor();
}

/** Chooses a file of this content. */
export async function chooseFile(field: Locator, content: string): Promise<void> {
  const page = field.page();
  // A page that is drawn again in this moment, as a busy machine may do late, takes the focus and the key with it.
  for (let presses = 1; ; presses += 1) {
    await tabTo(field);
    const coming = page.waitForEvent('filechooser', { timeout: 5_000 });
    const [opened] = await Promise.allSettled([coming, page.keyboard.press('Enter')]);
    if (opened.status === 'fulfilled')
      return opened.value.setFiles({
        name: 'list.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      });
    if (presses === 5) throw opened.reason;
  }
}

/** Goes to a page by the menu, which a phone opens first. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await press(menu);
  await press(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }));
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** What is saved by `does`. */
export async function saved(
  page: Page,
  does: () => Promise<void>,
): Promise<{ readonly name: string; readonly text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), does()]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Uint8Array);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}

/** Nothing that axe finds serious, in either theme, and nothing that scrolls sideways. */
export async function isForEveryone(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await axeFindings(page)]).toEqual([colorScheme, []]);
  }
  const [content, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(content).toBe(screen);
}
