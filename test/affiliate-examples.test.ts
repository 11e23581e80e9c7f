/** What docs/try/affiliate.md shows, and the examples of a landing page, as they are written. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { eventually, freePort, listen } from '@sluice/testing';
import { submitForm } from '../examples/landing-page/submit.js';
import { startInstallation, type Installation } from './installation/installation.js';
import { sluice, walk } from './installation/walk.js';

const run = promisify(execFile);
const page = join(projectRoot, 'examples', 'landing-page');
const withPhp = spawnSync('php', ['--version']).status === 0 ? it : it.skip;
if (withPhp === it.skip) process.stderr.write('SKIPPED: no PHP here.\n');

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
}, 120_000);
afterAll(() => installation.stop(), 60_000);

const keyOf = async (supplierId: string) => {
  const made = await sluice(
    installation,
    `keys create --tenant demo --name test --supplier ${supplierId} --json`,
  );
  return (JSON.parse(made) as { readonly key: string }).key;
};

async function asSupplier<Data>(key: string, path: string): Promise<{ readonly data: Data }> {
  const answer = await fetch(`${installation.url}/api/v1/supplier${path}`, { headers: { 'X-API-Key': key } });
  return (await answer.json()) as { readonly data: Data };
}

/** What the supplier is told of a lead of its own once it has ended. */
function told(key: string, leadId: string): Promise<unknown> {
  return eventually(
    `lead ${leadId} has ended`,
    async () => {
      const { data } = await asSupplier<{ readonly outcome: string }>(key, `/leads/${leadId}`);
      return data.outcome !== 'pending' && data;
    },
    60_000,
  );
}

describe('An affiliate, of the walk,', () => {
  it('is told that its lead was accepted and what it earns, as its tracker is, and is in the report', async () => {
    const [made = '', submitted = '', , link = '', report = ''] = await walk(
      installation,
      'docs/try/affiliate.md',
    );
    const [key = ''] = /slk_\w+/.exec(made) ?? [];
    const { data } = JSON.parse(submitted) as { readonly data: { leadId: string; outcome: string } };
    expect(['accepted', 'pending']).toContain(data.outcome);
    expect(await told(key, data.leadId)).toMatchObject({
      outcome: 'accepted',
      payout: { amount: 12, currency: 'USD' },
      subIds: { subId1: 'site-17', subId2: 'click-1' },
    });
    await eventually('its tracker is told', () => {
      const [postback] = installation.sink.received({ path: '/trackers/*' });
      return postback?.query === 'cid=click-1&o=accepted&p=12';
    });
    const [url = ''] = /http\S+/.exec(link) ?? [];
    expect(await (await fetch(url)).text()).toContain('YOUR_API_KEY');
    expect(report).toMatch(/sup_north +site-17/);
  }, 120_000);

  it('has a site of which the campaign takes no lead', async () => {
    const key = await keyOf('sup_north');
    const lead = { ...person('14155550157', 'rosa.lindt'), attribution: { subId1: 'Site-13' } };
    const answer = await fetch(`${installation.url}/api/v1/leads/submit`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ campaignId: 'SELRU', ...lead }),
    });
    const { data } = (await answer.json()) as { readonly data: { readonly leadId: string } };
    expect(await told(key, data.leadId)).toMatchObject({ outcome: 'rejected', reason: 'not_wanted' });
  }, 90_000);
});

function person(phone: string, name: string) {
  return { firstName: 'Rosa', lastName: 'Lindt', email: `${name}@example.com`, phone: `+${phone}` };
}

/** A gateway that gives the first of these answers to its first request and so on, and then takes the lead. */
async function moody(...answers: readonly ('none' | number)[]) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    const status = answers[keys.length - 1] ?? 202;
    if (status === 'none') return request.socket.resetAndDestroy();
    response.writeHead(status, { 'Retry-After': '0' }).end('{"data":{"leadId":"lead_1"}}');
  });
  return { keys, ...(await listen(server)) };
}

describe('examples/landing-page', () => {
  let key: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    key = await keyOf('sup_own');
    env = { PATH: process.env['PATH'], SLUICE_URL: installation.url, SLUICE_KEY: key };
  });
  const accepted = { outcome: 'accepted', subIds: { subId1: 'spring-page', subId2: 'click-1' } };

  it('sends a lead with curl, and one however often it is sent', async () => {
    const command = `sh ${join(page, 'submit.sh')} <${join(page, 'lead.json')}`;
    const send = async () =>
      (JSON.parse((await run('sh', ['-c', command], { env })).stdout) as { data: { leadId: string } }).data;
    const { leadId } = await send();
    expect(await told(key, leadId)).toMatchObject(accepted);
    expect((await send()).leadId).toBe(leadId);
  }, 90_000);

  it('repeats with curl under one key what was not decided, and at most five times', async () => {
    const command = `sh ${join(page, 'submit.sh')} <${join(page, 'lead.json')}`;
    const send = (gateway: { readonly url: string }) =>
      run('sh', ['-c', command], { env: { ...env, SLUICE_URL: gateway.url } });
    const [taking, refusing] = [
      await moody('none', 409, 429, 503),
      await moody(...Array<number>(9).fill(503)),
    ];
    try {
      expect(JSON.parse((await send(taking)).stdout)).toEqual({ data: { leadId: 'lead_1' } });
      expect(taking.keys).toEqual(Array(5).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
      expect(new Set(taking.keys).size).toBe(1);
      await expect(send(refusing)).rejects.toMatchObject({ code: 22 });
      expect(refusing.keys).toHaveLength(5);
    } finally {
      await Promise.all([taking.close(), refusing.close()]);
    }
  }, 60_000);

  it('says with curl that a lead was refused, and why', async () => {
    const command = `printf '{"campaignId":"SELRU"}' | sh ${join(page, 'submit.sh')}`;
    await expect(run('sh', ['-c', command], { env })).rejects.toMatchObject({
      code: 22,
      stdout: expect.stringContaining('firstName: ') as string,
    });
  }, 60_000);

  describe('sends a form', () => {
    const form = (name: string, phone: string) => ({
      requestId: `form-${phone}`,
      site: 'spring-page',
      click: 'click-1',
      ...person(phone, name),
    });
    const incomplete = { ...form('nobody', ''), phone: '' };

    it('with the typed client, once however often, or says what to correct', async () => {
      const service = { baseUrl: installation.url, apiKey: key };
      const filled = form('typed.client', '14155550161');
      const sent = await submitForm(filled, service);
      if ('problems' in sent) throw new Error(sent.problems.join());
      expect(await told(key, sent.leadId)).toMatchObject(accepted);
      expect(await submitForm(filled, service)).toMatchObject({ leadId: sent.leadId });
      expect(await submitForm(incomplete, service)).toEqual({
        problems: [expect.stringContaining('phone: ')],
      });
    }, 90_000);

    withPhp(
      'with PHP again under one key until it is decided, and at most five times',
      async () => {
        const statuses = ['none', 409, 429, 503] as const;
        const [taking, refusing] = [await moody(...statuses), await moody(...Array<number>(9).fill(503))];
        const answered = async (gateway: typeof taking) => {
          const code = `$_SERVER['REQUEST_METHOD'] = 'POST'; $_POST = ['requestId' => 'form-1']; require '${join(page, 'submit.php')}';`;
          const settings = { env: { ...env, SLUICE_URL: gateway.url } };
          return (await run('php', ['-r', code], settings)).stdout;
        };
        try {
          expect(await answered(taking)).toBe('Thank you. We will be in touch.');
          expect([taking.keys.length, new Set(taking.keys).size]).toEqual([5, 1]);
          expect(await answered(refusing)).toBe('Please try again later.');
          expect(refusing.keys).toHaveLength(5);
        } finally {
          await Promise.all([taking.close(), refusing.close()]);
        }
      },
      60_000,
    );

    withPhp(
      'with PHP, once however often, or says what to correct',
      async () => {
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        const php = spawn('php', ['-S', `127.0.0.1:${port}`, join(page, 'submit.php')], {
          env,
          stdio: 'ignore',
        });
        const ended = once(php, 'exit');
        try {
          const post = async (fields: Readonly<Record<string, string>>) => {
            const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
            return [answer.status, await answer.text()];
          };
          const sent = { ...form('php', '14155550167'), site: 'php-page' };
          await eventually(
            'PHP listens',
            () =>
              fetch(`${url}/`).then(
                () => true,
                () => false,
              ),
            30_000,
          );
          const thanks = [200, 'Thank you. We will be in touch.'];
          expect(await post(sent)).toEqual(thanks);
          expect(await post(sent)).toEqual(thanks);
          const { data } = await asSupplier<{ readonly leads: readonly { readonly leadId: string }[] }>(
            key,
            '/leads?subId1=php-page',
          );
          expect(data.leads).toHaveLength(1);
          expect(await told(key, data.leads[0]?.leadId ?? '')).toMatchObject({ outcome: 'accepted' });
          expect(await post(incomplete)).toEqual([422, expect.stringContaining('phone: ')]);
          expect((await fetch(url)).status).toBe(405);
          const { requestId: _, ...unnamed } = form('nameless', '14155550168');
          expect((await post(unnamed))[0]).toBe(422);
        } finally {
          php.kill();
          await ended;
        }
      },
      90_000,
    );
  });
});
