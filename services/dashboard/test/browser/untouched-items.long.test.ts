/** Items of every kind, opened in their forms and saved as they are. */
import { sections, type Section } from '@sluice/contracts';
import { duringTests, itemWith, oddNames, oddValues, validItems, type Fault } from '@sluice/testing';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { asked, inBrowser, openDashboard } from './open-dashboard.js';
import { openParts } from './fill-item.js';

const MANY = 40;
/** Characters of an id; with many more, an address is refused before anybody reads it. */
const LONGEST_ID = 1_000;
/** Makes the items of a run that failed again. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const at = duringTests(openDashboard);

/** Mostly fields left out, because most of what is put in their place is refused. */
const faults = fc.array(
  fc.record<Fault>({
    place: fc.nat(),
    does: fc.constantFrom('remove', 'remove', 'remove', 'replace', 'add'),
    value: fc.constantFrom(...oddValues),
    name: fc.constantFrom(...oddNames),
  }),
  { minLength: 1, maxLength: 6 },
);

interface Saved {
  readonly section: Section;
  readonly id: string;
}

/** Saves items until `MANY` of them were valid, and passes each, as it is saved, to `then`. */
async function eachValid(page: Page, then: (saved: Saved, nth: number) => Promise<void>): Promise<void> {
  let valid = 0;
  for (let tried = 0; valid < MANY; tried += 1) {
    const { section, id: name } = sections[tried % sections.length]!;
    const [made] = fc.sample(faults, { numRuns: 1, seed: SEED + tried });
    const item = itemWith(section, made!);
    const path = `/admin/v1/tenants/like/items/${section}`;
    const id = String(item[name] ?? validItems[section][name]);
    if (id.length > LONGEST_ID) continue;
    const live = await asked(page, 'GET', `${path}/${encodeURIComponent(id)}`);
    const body = { item, basedOn: live.data?.etag ?? null, allowLiteralCredentials: true };
    const saved = await asked(page, 'PUT', `${path}/${encodeURIComponent(id)}`, body);
    if (!saved.data) continue;
    valid += 1;
    await then({ section, id }, valid);
  }
}

/** Types something into a field of the form and takes it back. */
async function changeAndUndo(page: Page, nth: number): Promise<void> {
  const typed = page.locator('.item-form').locator('input:not([type=date], [role=combobox]), textarea');
  const enabled = typed.and(page.locator(':enabled'));
  const field = enabled.nth(nth % (await enabled.count()));
  await field.press('End');
  await field.press('x');
  await field.press('Backspace');
}

inBrowser('the form of an item', () => {
  it(`changes nothing of any valid item that is opened and saved untouched, or after an edit that was undone (SEED=${SEED})`, async () => {
    const page = await at.loggedInAt('/');
    const tenant = { tenantId: 'like', name: 'Like', timezone: 'UTC' };
    await asked(page, 'POST', '/admin/v1/tenants', tenant);
    const items = sections.map(({ section }) => [section, [validItems[section]]] as const);
    const file = JSON.stringify({ tenantId: 'like', ...Object.fromEntries(items) });
    const path = '/admin/v1/tenants/like/catalog/apply';
    await asked(page, 'POST', path, { file, allowLiteralCredentials: true });
    await eachValid(page, async ({ section, id }, nth) => {
      const place = `/${section}/${encodeURIComponent(id)}`;
      const stored = () => asked(page, 'GET', `/admin/v1/tenants/like/items${place}`);
      const before = await stored();
      await page.goto(`${at.url}/items/like${place}`);
      await openParts(page);
      if (nth % 2 === 0) await changeAndUndo(page, nth);
      expect([before.data.item, await page.getByText('Changed.').count()]).toEqual([before.data.item, 0]);
      const [request] = await Promise.all([
        page.waitForRequest((asks) => asks.method() === 'PUT'),
        page.getByRole('button', { name: 'Save', exact: true }).click(),
      ]);
      const { item } = request.postDataJSON() as { readonly item: unknown };
      expect(item).toEqual(before.data.item);
      await page.getByText(`${id} is saved.`).first().waitFor();
      expect(await stored()).toEqual(before);
    });
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 900_000);
});
