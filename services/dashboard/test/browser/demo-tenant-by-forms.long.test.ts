/** A whole tenant from nothing by forms alone: no file, no program. */
import { sections, type ItemSection } from '@sluice/contracts';
import { projectRoot } from '@sluice/local';
import { duringTests, sluiceOn } from '@sluice/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { parse, stringify } from 'yaml';
import { fillItem } from './fill-item.js';
import { asked, inBrowser, openDashboard } from './open-dashboard.js';

type Fields = Readonly<Record<string, unknown>>;
type File = Fields & { readonly secrets: Readonly<Record<string, string>>; readonly settings: Fields };

const at = duringTests(openDashboard);

/** The demo's tenant file without what is set on the page of vendor credentials, with every value filled in. */
function demoFile(): File {
  const text = readFileSync(join(projectRoot, 'examples', 'demo-tenant.yaml'), 'utf8');
  const sink = 'https://sink.example';
  const filled = text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, value: string) =>
    name === 'SINK_URL' ? sink : value,
  );
  const { providers: _, ...file } = parse(filled) as File & { readonly providers: unknown };
  return file;
}

interface Made {
  readonly section: ItemSection;
  readonly id: string;
  readonly item: Fields;
}

/** The items of a file, each after those that it names. */
function inOrder(file: Fields): readonly Made[] {
  const all = sections.flatMap(({ section, id }) =>
    ((file[section] ?? []) as readonly Fields[]).map((item): Made => ({
      section,
      id: String(item[id]),
      item,
    })),
  );
  const ordered = new Set<Made>();
  const add = (one: Made): void => {
    const text = JSON.stringify(one.item);
    for (const other of all)
      if (other !== one && text.includes(`"${other.id}"`) && !ordered.has(other)) add(other);
    ordered.add(one);
  };
  all.forEach(add);
  return [...ordered];
}

/** Saves the form, and waits for the item's own page. */
async function save(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const answer = await answered;
  if (!answer.ok()) throw new Error(`${answer.url()} said ${await answer.text()}`);
  await page
    .getByText(/ is saved\.$/)
    .last()
    .waitFor();
}

inBrowser('the forms', () => {
  it('reach everything of the demo tenant: made from nothing by forms alone, it has field by field the catalog of the applied file', async () => {
    const file = demoFile();
    const page = await at.loggedInAt('/settings');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add a tenant' }).click();
    await dialog.getByLabel('Name').fill(String(file['name']));
    await dialog.getByLabel('Id', { exact: true }).fill('demo');
    await dialog.getByLabel('Time zone').fill('UTC');
    await dialog.getByRole('button', { name: 'Add tenant' }).click();
    await page.getByText('Demo Legal Leads is added.', { exact: true }).waitFor();

    await page.goto(`${at.url}/settings/secrets?tenant=demo`);
    for (const [name, value] of Object.entries(file.secrets)) {
      await page.getByRole('button', { name: 'Set a secret' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Value').fill(value);
      await dialog.getByRole('button', { name: 'Set secret' }).click();
      await page.getByRole('row', { name }).waitFor();
    }
    await page.goto(`${at.url}/items/demo/tenant/demo`);
    await fillItem(page, 'tenant', { settings: file.settings });
    await save(page);
    for (const { section, item } of inOrder(file)) {
      await page.goto(`${at.url}/items/demo/${section}/new`);
      await fillItem(page, section, item);
      await save(page);
    }

    const sluice = sluiceOn(at.world, at.world.folder);
    const path = join(at.world.folder, 'tenant.yaml');
    const applied = async (tenantId: string, ...options: string[]) => {
      writeFileSync(path, stringify({ ...file, tenantId }));
      const { code, output, errors } = await sluice(['apply', path, ...options]);
      expect([code, errors]).toEqual([0, '']);
      return output;
    };
    await applied('filed');
    const catalog = async (tenantId: string) => {
      const { data } = await asked<{ file: Fields }>(page, 'GET', `/admin/v1/tenants/${tenantId}/catalog`);
      return { ...data.file, tenantId: 'demo' };
    };
    expect(await catalog('demo')).toEqual(await catalog('filed'));
    // Secrets are no part of what is shown.
    expect(await applied('demo', '--dry-run')).toContain('Tenant demo: nothing to change.');
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 600_000);
});
