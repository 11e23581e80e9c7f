/** The page is enough: who has a key and a link, and nothing else, sends a lead. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PostingInstructions } from '@sluice/domain';
import { demoTenantAtNoon } from '@sluice/testing';
import { parse } from 'yaml';
import { countsAtRest, type Receipt } from './installation/affiliate.js';
import { startInstallation, type Installation, type TenantFields } from './installation/installation.js';

let installation: Installation;
let key: string;
beforeAll(async () => {
  const tenant = parse(demoTenantAtNoon()) as TenantFields;
  const suppliers = [{ supplierId: 'sup_page', name: 'Page', campaigns: ['ACMRU'] }];
  installation = await startInstallation({ tenant: { ...tenant, suppliers } });
  key = (
    JSON.parse(await sluice('keys', 'create', '--name', 'page', '--supplier', 'sup_page', '--json')) as {
      key: string;
    }
  ).key;
}, 120_000);
afterAll(() => installation.stop(), 60_000);

async function sluice(...args: string[]): Promise<string> {
  const env = { PUBLIC_URL: installation.url };
  const { code, output, errors } = await installation.sluice([...args, '--tenant', 'demo'], env);
  expect([code, errors]).toEqual([0, '']);
  return output;
}
const instructions = (...args: string[]) =>
  sluice('suppliers', 'instructions', 'sup_page', '--campaign', 'ACMRU', '--json', ...args);
const aLink = async (...args: string[]) =>
  JSON.parse(await instructions(...args)) as { readonly url: string; readonly expiresAt?: string };

const accepted = { isTest: true, outcome: 'accepted', subIds: { subId1: 'site-17' } };

/** Waits until the lead is delivered; it is this supplier's, and a test. */
async function expectDelivered({ data }: { readonly data: Receipt }): Promise<void> {
  expect(await countsAtRest(installation, [data])).toEqual({ delivered: 1 });
  const lead = await installation.stores.forTenant('demo').leads.find(data.leadId);
  const { isTest, subIds } = accepted;
  expect(lead).toMatchObject({ isTest, supplierId: 'sup_page', sentTo: 'ACMRU', subIds });
}

const signs: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The command that the page shows under this label, run with the key, and with the lead's id, in their places. */
async function runShown(html: string, label: string, leadId = ''): Promise<{ readonly data: Receipt }> {
  const [, shown = ''] = new RegExp(`aria-label="${label}">([^<]*)<`).exec(html) ?? [];
  const curl = shown.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign);
  expect(curl).toContain('YOUR_API_KEY');
  const filled = curl.replace('YOUR_API_KEY', key).replace('LEAD_ID', leadId);
  return JSON.parse((await promisify(execFile)('sh', ['-c', filled])).stdout) as { data: Receipt };
}

describe('posting instructions', () => {
  it('have a curl that, with a key in it, sends a test lead that is delivered, and one that asks for its outcome', async () => {
    const { url } = await aLink();
    const html = await (await fetch(url)).text();
    const sent = await runShown(html, 'Example');
    await expectDelivered(sent);
    const asked = await runShown(html, 'Ask for the outcome', sent.data.leadId);
    expect(asked.data).toMatchObject(accepted);
  }, 90_000);

  it('are enough for a program too, which reads them as JSON', async () => {
    const { url } = await aLink('--expires', '7');
    const {
      method,
      url: target,
      headers,
      example,
      outcome,
    } = (await (await fetch(`${url}.json`)).json()) as PostingInstructions;
    const needed = headers
      .filter(({ required }) => required)
      .map(({ name, value }) => [name, value.replace('YOUR_API_KEY', key)]);
    const sending = { headers: Object.fromEntries(needed) as Record<string, string> };
    const answer = await fetch(target, { ...sending, method, body: JSON.stringify(example.body) });
    expect(answer.status).toBe(202);
    const sent = (await answer.json()) as { data: Receipt };
    await expectDelivered(sent);
    const asked = await fetch(outcome.url.replace('{leadId}', sent.data.leadId), {
      ...sending,
      method: outcome.method,
    });
    expect(await asked.json()).toMatchObject({ data: accepted });
  }, 90_000);

  it('are given and taken away by the command', async () => {
    await instructions('--revoke');
    const [one, two] = [await aLink(), await aLink('--expires', '1')];
    expect(one).not.toHaveProperty('expiresAt');
    expect(Date.parse(two.expiresAt ?? '')).toBeGreaterThan(0);
    expect(JSON.parse(await instructions('--revoke'))).toEqual({ revoked: 2 });
    for (const { url } of [one, two]) expect((await fetch(url)).status).toBe(404);
    const wrong = await installation.sluice(
      ['suppliers', 'instructions', 'sup_page', '--tenant', 'demo', '--campaign', 'SELRU'],
      { PUBLIC_URL: installation.url },
    );
    expect([wrong.code, wrong.errors]).toEqual([
      2,
      expect.stringContaining("not among the supplier's campaigns"),
    ]);
  }, 90_000);
});
