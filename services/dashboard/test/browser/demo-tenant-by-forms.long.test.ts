/** A whole tenant from nothing by forms alone: no file, no program. */
import { sections, type ItemSection, type Section } from '@sluice/contracts';
import { projectRoot } from '@sluice/local';
import { duringTests, sluiceOn, validItems } from '@sluice/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { parse, stringify } from 'yaml';
import { fillItem, openParts } from './fill-item.js';
import { asked, inBrowser, openDashboard } from './open-dashboard.js';

type Fields = Readonly<Record<string, unknown>>;
interface File extends Fields {
  readonly tenantId: string;
  readonly name: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly settings: Fields;
}

const at = duringTests(openDashboard);

/** The demo's tenant file without what is set on the page of vendor credentials, with every value filled in. */
function demoFile(): File {
  const text = readFileSync(join(projectRoot, 'examples', 'demo-tenant.yaml'), 'utf8');
  const sink = 'https://sink.example';
  const filled = text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, value: string) =>
    name === 'SINK_URL' ? sink : value,
  );
  const { providers: _, ...file } = parse(filled) as File;
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

/** Adds a tenant and makes everything of the file in forms. */
async function makeByForms(page: Page, { tenantId, name, secrets, settings, ...file }: File): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto(`${at.url}/settings`);
  await page.getByRole('button', { name: 'Add a tenant' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Id', { exact: true }).fill(tenantId);
  await dialog.getByLabel('Time zone').fill('UTC');
  await dialog.getByRole('button', { name: 'Add tenant' }).click();
  await page.getByText(`${name} is added.`, { exact: true }).waitFor();
  await page.goto(`${at.url}/settings/secrets?tenant=${tenantId}`);
  for (const [secret, value] of Object.entries(secrets)) {
    await page.getByRole('button', { name: 'Set a secret' }).click();
    await dialog.getByLabel('Name').fill(secret);
    await dialog.getByLabel('Value').fill(value);
    await dialog.getByRole('button', { name: 'Set secret' }).click();
    await page.getByRole('row', { name: secret }).waitFor();
  }
  const all = [{ section: 'tenant', id: tenantId, item: { settings } } as const, ...inOrder(file)];
  for (const { section, id, item } of all) {
    const form = section === 'tenant' ? `items/${tenantId}/tenant/${id}` : `new/${tenantId}/${section}`;
    await page.goto(`${at.url}/${form}`);
    await openParts(page);
    await fillItem(page, section, item);
    await save(page);
  }
}

/** Applies the file to another tenant, and expects of both the same catalog, secrets too. */
async function expectAsApplied(page: Page, file: File): Promise<void> {
  const sluice = sluiceOn(at.world, at.world.folder);
  const path = join(at.world.folder, 'tenant.yaml');
  const applied = async (tenantId: string, ...options: string[]) => {
    writeFileSync(path, stringify({ ...file, tenantId }));
    const { code, output, errors } = await sluice(['apply', path, ...options]);
    expect([code, errors]).toEqual([0, '']);
    return output;
  };
  const other = `${file.tenantId}-applied`;
  await applied(other);
  const catalog = async (tenantId: string) => {
    const { data } = await asked<{ file: object }>(page, 'GET', `/admin/v1/tenants/${tenantId}/catalog`);
    return { ...data.file, tenantId };
  };
  expect(await catalog(file.tenantId)).toEqual({ ...(await catalog(other)), tenantId: file.tenantId });
  // What is secret, no catalog shows.
  expect(await applied(file.tenantId, '--dry-run')).toContain(`${file.tenantId}: nothing to change.`);
}

inBrowser('the forms', () => {
  it('reach everything of the demo tenant: made from nothing by forms alone, it has field by field the catalog of the applied file', async () => {
    const page = await at.loggedInAt('/');
    await makeByForms(page, demoFile());
    await expectAsApplied(page, demoFile());
    expect(page.watched.complaints).toEqual([]);
    await page.context().close();
  }, 900_000);

  it('reach every field of an item of every kind', async () => {
    const { valueSets, deliveryEndpoints, campaigns, ...others } = validItems;
    const items: Readonly<Partial<Record<Section, readonly Fields[]>>> = {
      ...Object.fromEntries(Object.entries(others).map(([section, item]) => [section, [item]])),
      // A credential that is written out, and a number in place of a text, are for files alone.
      deliveryEndpoints: [{ ...deliveryEndpoints, headers: { 'X-Key': '{{ secrets.acme }}' } }],
      valueSets: [{ ...valueSets, values: ['CA', 'OR', '01234'] }],
      campaigns: [{ campaignId: 'BBB', name: 'Next', clientId: 'cli_1', offerId: 'off_1' }, campaigns],
    };
    const settings = {
      ...{ timezone: 'America/New_York', defaultSmsProvider: 'console', quietHours: false },
      ...{ people: { requireSecondFactor: false }, rateLimit: { requests: 50, perSeconds: 10 } },
      retention: { leads: 400, messages: 30 },
      webhooks: {
        ...{ url: 'https://hooks.example/in', enabled: true, headers: { 'X-A': 'b' } },
        ...{ events: { 'lead.delivered': false }, retryAttempts: 2, timeoutSeconds: 7 },
        secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
        previousSecret: `whsec_${Buffer.alloc(24, 2).toString('base64')}`,
      },
    };
    const file = { tenantId: 'every', name: 'Every Field', secrets: { acme: 'k-1' }, settings, ...items };
    const page = await at.loggedInAt('/');
    await makeByForms(page, file);
    await expectAsApplied(page, file);
    await page.context().close();
  }, 900_000);
});
