/** The examples, each started by its one command, on a whole installation, and the commands that their READMEs and pages show. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, type Answer } from '@sluice/client';
import { services as allServices, projectRoot } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { leadServices, startInstallation, type Installation } from './installation/installation.js';
import { startExample, type StartedExample } from './started-example.js';

const run = promisify(execFile);
const examples = join(projectRoot, 'examples');

let installation: Installation;
let folder: string;
const started: StartedExample[] = [];
beforeAll(async () => {
  installation = await startInstallation({ services: [...leadServices, 'dashboard'] });
  folder = mkdtempSync(join(tmpdir(), 'sluice-examples-'));
}, 120_000);
afterAll(async () => {
  for (const example of started) await example.stop();
  await installation?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function start(name: string, env: Readonly<Record<string, string>> = {}): Promise<StartedExample> {
  const example = await startExample(name, env);
  started.push(example);
  return example;
}

async function sluice(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const here = { SINK_URL: installation.sink.url, OUTBOUND_ALLOW: '127.0.0.0/8', INIT_CWD: folder };
  const { code, output, errors } = await installation.sluice(args, { ...here, ...env });
  expect([args, code, errors]).toEqual([args, 0, '']);
  return output;
}

const keyOf = async (...of: readonly string[]) =>
  (
    JSON.parse(await sluice(['keys', 'create', '--name', 'test', ...of, '--json'])) as {
      readonly key: string;
    }
  ).key;

/** Runs what the README of a started example says, but for its start; answers with what each command printed. */
async function runReadme(name: string, { url }: StartedExample): Promise<string[]> {
  const readme = readFileSync(join(examples, name, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  const printed: string[] = [];
  for (const command of commands.filter((line) => !line.startsWith('npm run example'))) {
    const [, key = 'slk_…'] = /(slk_\w+)/.exec(printed.join('\n')) ?? [];
    const here = command
      .replaceAll('http://127.0.0.1:3000', installation.url)
      .replaceAll(/http:\/\/127\.0\.0\.1:80\d\d/g, url)
      .replaceAll(' examples/', ` ${examples}/`)
      .replace('slk_…', key);
    const [, args] = /^npm run -s sluice -- (.*)$/.exec(here) ?? [];
    printed.push(
      args === undefined
        ? (await run('sh', ['-c', here], { cwd: folder })).stdout
        : await sluice(args.split(' '), { BUYER_URL: url }),
    );
  }
  return printed;
}

const person = (name: string, phone: string) => ({
  firstName: 'Rosa',
  lastName: 'Lindt',
  email: `${name}@example.com`,
  phone,
});

it('every example has a README of at most 40 lines that names the command which starts it', () => {
  for (const name of readdirSync(examples, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  )) {
    if (name === 'lookups') continue;
    const readme = readFileSync(join(examples, name, 'README.md'), 'utf8');
    expect([name, readme.split('\n').length <= 41]).toEqual([name, true]);
    expect(readme).toMatch(/\b(npm run|docker compose) /);
  }
});

describe('examples/buyer', () => {
  let buyer: StartedExample;
  beforeAll(async () => {
    buyer = await start('buyer');
  }, 90_000);

  it('buys the lead of its README for the price that it answered', async () => {
    const printed = await runReadme('buyer', buyer);
    const { data } = JSON.parse(printed.at(-1) ?? '') as { readonly data: Answer<'submitLead'> };
    const tenant = createClient({
      baseUrl: installation.url,
      apiKey: await keyOf('--tenant', 'buyer-example'),
    });
    const entries = await eventually('the lead is sold', async () => {
      const found = await tenant.listLedger();
      return found.entries.length > 0 && found.entries;
    });
    expect(entries).toEqual([expect.objectContaining({ type: 'sale', amount: 70, leadId: data.leadId })]);
  }, 120_000);

  it('gives the answer to a repeat again, refuses what it does not buy, and knows a person and a stranger', async () => {
    const post = async (key: string, lead: object, partner = 'demo-buyer-key') => {
      const headers = { 'Idempotency-Key': key, 'X-Api-Key': partner };
      const answer = await fetch(`${buyer.url}/leads`, {
        method: 'POST',
        headers,
        body: JSON.stringify(lead),
      });
      return answer.status === 200 ? ((await answer.json()) as object) : answer.status;
    };
    const lead = { lead_id: 'lead_1', phone: '+14155550171', state: 'NV' };
    const sold = { result: 'accepted', id: 'case-lead_1', price: 55 };
    expect([await post('a', lead), await post('a', lead)]).toEqual([sold, sold]);
    expect(await post('b', lead)).toMatchObject({ result: 'duplicate' });
    expect(await post('c', { ...lead, state: 'TX' })).toMatchObject({ result: 'rejected' });
    expect(await post('d', lead, 'demo-buyer-kex')).toBe(401);
  });
});

it('docs/build/affiliate.md shows commands that sell a lead and ask what became of it', async () => {
  const text = readFileSync(join(projectRoot, 'docs', 'build', 'affiliate.md'), 'utf8');
  const commands = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.split(/\n(?=curl )/),
  );
  const env = { URL: installation.url, KEY: await keyOf('--tenant', 'demo', '--supplier', 'sup_north') };
  const supplier = createClient({ baseUrl: env.URL, apiKey: env.KEY });
  const answered = async (command = '') => {
    const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, ...env } });
    return JSON.parse(stdout) as {
      readonly success: boolean;
      readonly data: Readonly<Record<string, unknown>>;
    };
  };
  const [submit, ...asking] = commands;
  const leadId = String((await answered(submit)).data['leadId']);
  await eventually(
    'the lead is sold',
    async () => (await supplier.getSupplierLead({ params: { leadId } })).outcome === 'accepted',
    60_000,
  );
  const lead = { leadId, outcome: 'accepted', payout: { amount: 12, currency: 'USD' } };
  const told: unknown[] = [];
  for (const command of asking) told.push(await answered(command.replace('lead_01…', leadId)));
  expect(told).toMatchObject([
    { success: true, data: { ...lead, subIds: { subId1: 'site-17', subId2: 'click-1' } } },
    { success: true, data: { leads: [lead] } },
    { success: true, data: { rows: [{ subId1: 'site-17', received: 1, accepted: 1 }] } },
  ]);
}, 120_000);

it('examples/landing-page shows a form that becomes one lead however often it is sent, or says what to correct', async () => {
  const key = await keyOf('--tenant', 'demo', '--supplier', 'sup_own');
  const page = await start('landing-page', { SLUICE_URL: installation.url, SLUICE_KEY: key });
  const shown = await (await fetch(`${page.url}/?site=examples-page`)).text();
  const hidden = Object.fromEntries(
    [...shown.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const send = async (fields: Readonly<Record<string, string>>) => {
    const answer = await fetch(page.url, {
      method: 'POST',
      body: new URLSearchParams({ ...hidden, ...fields }),
    });
    return [answer.status, await answer.text()];
  };
  const filled = person('landing.page', '+14155550172');
  for (let times = 0; times < 2; times += 1)
    expect(await send(filled)).toEqual([200, expect.stringContaining('Thank you')]);
  const supplier = createClient({ baseUrl: installation.url, apiKey: key });
  const { leads } = await supplier.listSupplierLeads({ query: { subId1: 'examples-page' } });
  expect(leads).toHaveLength(1);
  expect(await send({ ...filled, requestId: 'other', phone: 'none' })).toEqual([
    422,
    expect.stringContaining('phone'),
  ]);
  expect((await fetch(`${page.url}//`)).status).toBe(404);
}, 120_000);

it('examples/tracker counts what its supplier is told of each lead, once', async () => {
  const tracker = await start('tracker');
  await runReadme('tracker', tracker);
  const supplier = createClient({
    baseUrl: installation.url,
    apiKey: await keyOf('--tenant', 'demo', '--supplier', 'sup_north'),
  });
  const lead = {
    campaignId: 'ACMRU',
    ...person('tracked', '+14155550173'),
    questionnaire: { injury: 'yes' },
  };
  const { leadId } = await supplier.submitLead({ body: { ...lead, attribution: { subId1: 'site-<17>' } } });
  const counts = await eventually(
    'the tracker is told',
    async () => {
      const told = (await (await fetch(`${tracker.url}/counts`)).json()) as Record<string, object>;
      return told['site-<17>'];
    },
    60_000,
  );
  const once = { accepted: 1, rejected: 0, duplicate: 0, returned: 0, payout: 12 };
  expect(counts).toEqual(once);
  await fetch(`${tracker.url}/postback?lead=${leadId}&site=site-%3C17%3E&o=accepted&p=12`);
  expect(await (await fetch(`${tracker.url}/counts`)).json()).toEqual({ 'site-<17>': once });
  expect(await (await fetch(tracker.url)).text()).toContain('<td>site-&#60;17&#62;</td><td>1</td>');
  await fetch(`${tracker.url}/postback?lead=odd&site=__proto__&o=accepted&p=1`);
  expect(await (await fetch(`${tracker.url}//`)).text()).toContain('<td>__proto__</td><td>1</td>');
}, 120_000);

it('examples/webhook-receiver is told of a lead by the demo tenant', async () => {
  const receiver = await start('webhook-receiver/typescript');
  await runReadme('webhook-receiver', receiver);
  const tenant = createClient({ baseUrl: installation.url, apiKey: installation.apiKey });
  const lead = { campaignId: 'ACMRU', ...person('told', '+14155550174'), questionnaire: { injury: 'yes' } };
  const { leadId } = await tenant.submitLead({ body: lead });
  await eventually(
    'the receiver is told',
    () => receiver.printed().includes(`lead.delivered ${leadId}`),
    60_000,
  );
}, 120_000);

it('examples/grafana shows only metrics that the services have', async () => {
  const served = await Promise.all(
    allServices.map(async ({ name }) => (await fetch(`${installation.healthUrl(name)}/metrics`)).text()),
  );
  const names = new Set([...served.join('\n').matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const board = readFileSync(join(projectRoot, 'k8s', 'components', 'monitoring', 'dashboard.json'), 'utf8');
  const shown = new Set(board.match(/\bsluice_\w+/g));
  const known = (name: string) => names.has(name) || names.has(name.replace(/_(bucket|sum|count)$/, ''));
  expect(shown.size).toBeGreaterThan(20);
  expect([...shown].filter((name) => !known(name))).toEqual([]);
}, 60_000);
