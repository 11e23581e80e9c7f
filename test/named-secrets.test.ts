/** Named secrets on a whole installation: they reach the receivers, and are readable nowhere else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { KNOWN_EVERYWHERE_MS } from '@sluice/store';
import { buyerServices, type ServiceName } from '@sluice/local';
import { everythingIn, eventually, redisAsText } from '@sluice/testing';
import { startTenant, type TestTenant } from './installation/tenant.js';
import type { Receipt } from './installation/affiliate.js';

const services: readonly ServiceName[] = [...buyerServices, 'webhook'];
const SECRET = 's3cret-Canary&4711"<';
const PATH_SECRET = 'p4th-canary/0815';
const url = (path: string) => `\${SINK_URL}/${path}`;
const endpoint = (deliveryEndpointId: string, fields: object) => ({
  deliveryEndpointId,
  url: url(`buyers/${deliveryEndpointId}`),
  ...fields,
});
const campaign = (campaignId: string, fields: object) => ({ campaignId, ...fields });
const quiet = { webhooks: { enabled: false } };

let tenant: TestTenant;
let folder: string;
let leadFile: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-secrets-'));
  leadFile = join(folder, 'lead.json');
  writeFileSync(
    leadFile,
    JSON.stringify({ firstName: 'Ada', lastName: 'Ortiz', email: 'ada@example.com', phone: '+14155550132' }),
  );
  tenant = await startTenant(
    {
      secrets: { key: SECRET, path: PATH_SECRET },
      deliveryEndpoints: [
        endpoint('fields', {
          url: url('buyers/{{ secrets.path }}?k={{ secrets.key }}'),
          headers: { Authorization: 'Bearer {{ secrets.key }}' },
          fields: { first: 'firstName', token: 'v1 {{ secrets.key }}' },
        }),
        endpoint('liquid', {
          format: 'liquid',
          template: '{"first":"{{ firstName }}","token":"{{ secrets.path }}"}',
        }),
        endpoint('lacks', { headers: { 'X-Key': '{{ secrets.later }}' } }),
        endpoint('again', { responseRules: [{ when: { status: 200 }, outcome: 'rejected' }] }),
      ],
      campaigns: [
        campaign('FIELD', {
          deliveryEndpointId: 'fields',
          webhooks: {
            url: url('webhooks/{{ secrets.path }}'),
            headers: { 'X-Key': '{{ secrets.key }}' },
            events: { 'lead.delivered': true },
          },
        }),
        campaign('LIQUD', { deliveryEndpointId: 'liquid', ...quiet }),
        campaign('LACKS', {
          deliveryEndpointId: 'lacks',
          webhooks: { url: url('webhooks/lacks'), headers: { 'X-Key': '{{ secrets.later }}' } },
        }),
        campaign('FIRST', {
          firstSubmissionAction: {
            action: 'webhook',
            webhook: { url: url('webhooks/first'), headers: { 'X-Key': '{{ secrets.key }}' } },
          },
          ...quiet,
        }),
        campaign('HELD', {
          firstSubmissionAction: {
            action: 'webhook',
            webhook: { url: url('webhooks/held'), headers: { 'X-Key': '{{ secrets.later }}' } },
          },
          ...quiet,
        }),
        campaign('AGAIN', { deliveryEndpointId: 'again', ...quiet }),
      ],
    },
    // Effect workers are idle work, and would make the others so in a shared process.
    { services, apart: ['webhook'] },
  );
}, 120_000);
afterAll(async () => {
  await tenant.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const inPath = encodeURIComponent(PATH_SECRET);
const about = (path: string, { leadId }: Receipt) =>
  tenant.received(path).filter(({ body }) => body.includes(leadId));
const withKey = (path: string, { submissionId }: Receipt) =>
  tenant.received(path).filter(({ headers }) => headers['idempotency-key'] === `${submissionId}.delivery`);
const last = async (receipt: Receipt) => (await tenant.decisions(receipt)).at(-1)?.decision;

describe('a secret', () => {
  it('reaches the buyer in path, headers and body, and the receiver of events', async () => {
    const { sink } = tenant.installation;
    // A buyer that quotes the request in its answer.
    sink.script({ path: `/buyers/${inPath}`, body: { echo: SECRET, said: `no ${PATH_SECRET}` }, times: 1 });
    const receipt = await tenant.submit('FIELD', { firstName: '{{ secrets.key }}' });
    expect(await tenant.fate(receipt)).toBe('delivered');
    const [post] = withKey(`/buyers/${inPath}`, receipt);
    expect(post?.headers['authorization']).toBe(`Bearer ${SECRET}`);
    expect(JSON.parse(post?.body ?? '')).toEqual({ first: '{{ secrets.key }}', token: `v1 ${SECRET}` });
    const [event] = await eventually('the event is sent', () => {
      const found = about(`/webhooks/${inPath}`, receipt);
      return found.length > 0 && found;
    });
    expect(event?.headers['x-key']).toBe(SECRET);
  });

  it('reaches a template and the call that holds up a first submission', async () => {
    const [liquid, first] = [await tenant.submit('LIQUD'), await tenant.submit('FIRST')];
    expect(await tenant.fate(liquid)).toBe('delivered');
    expect(JSON.parse(withKey('/buyers/liquid', liquid)[0]?.body ?? '')).toMatchObject({
      token: PATH_SECRET,
    });
    expect(await tenant.fate(first)).toBe('delivered');
    expect(about('/webhooks/first', first)[0]?.headers['x-key']).toBe(SECRET);
  });

  it('reaches the address, headers and body that a repost names, and is not stored with them', async () => {
    const receipt = await tenant.submit('AGAIN');
    expect(await tenant.fate(receipt)).toBe('rejected');
    const deliveryInfo = {
      url: `${tenant.installation.sink.url}/buyers/other/{{ secrets.path }}`,
      headers: { 'X-Key': '{{ secrets.key }}' },
      body: { list: [{ key: '{{ secrets.key }}' }] },
    };
    const answer = await tenant.call('POST', `/leads/${receipt.leadId}/repost`, { deliveryInfo });
    expect(answer.status).toBe(202);
    const again = { leadId: receipt.leadId, submissionId: String(answer.data['newSubmissionId']) };
    await tenant.atRest(again);
    const [post] = withKey(`/buyers/other/${inPath}`, again);
    expect(post?.headers['x-key']).toBe(SECRET);
    expect(JSON.parse(post?.body ?? '')).toEqual({ list: [{ key: SECRET }] });
    expect((await tenant.stores.submissions.find(again.submissionId))?.deliveryInfo).toEqual(deliveryInfo);
  });

  it('is in no collection, queue, log, metric, answer, timeline, simulation or export', async () => {
    const { installation } = tenant;
    const traces = [SECRET, PATH_SECRET, 's3cret-Canary', 'p4th-canary', 'Canary&4711', 'canary%2F0815'];
    const database = await everythingIn(installation.backends.mongodbUrl);
    expect(JSON.stringify(database['attempts'])).toContain('{{ secrets.path }}');
    expect(JSON.stringify(database['attempts'])).toContain('••••');
    const metrics = await Promise.all(
      services.map(async (one) => (await fetch(`${installation.healthUrl(one)}/metrics`)).text()),
    );
    const receipt = await tenant.submit('FIELD');
    await tenant.atRest(receipt);
    const commands = [
      ['leads', 'show', receipt.leadId, '--tenant', 'acme'],
      ['simulate', leadFile, '--tenant', 'acme', '--campaign', 'FIELD', '--json'],
      ['export', '--tenant', 'acme'],
      ['secrets', 'list', '--tenant', 'acme', '--json'],
      ['doctor'],
      ['audit', 'export', '--tenant', 'acme'],
    ];
    const printed = [];
    for (const command of commands) {
      const { output, errors } = await installation.sluice(command);
      expect([command[0], output.length > 20]).toEqual([command[0], true]);
      printed.push(output, errors);
    }
    const answers = [await tenant.call('GET', '/campaigns/FIELD'), await tenant.call('GET', '/clients')];
    const seen = [
      JSON.stringify(database),
      ...metrics,
      ...services.map(installation.log),
      await redisAsText(installation.backends.redisUrl),
      ...printed,
      JSON.stringify(answers),
    ].join('\n');
    expect(seen).toContain('{{ secrets.key }}');
    expect(traces.filter((trace) => seen.includes(trace))).toEqual([]);
  }, 120_000);
});

describe('a secret that the tenant does not have', () => {
  it('ends the lead as error, secret_missing, without a call; a simulation says so before', async () => {
    const { sluice } = tenant.installation;
    const simulated = await sluice(['simulate', leadFile, '--tenant', 'acme', '--campaign', 'LACKS']);
    expect(simulated.output).toContain('secret_missing');
    const receipt = await tenant.submit('LACKS');
    expect(await tenant.fate(receipt)).toBe('error');
    expect(await last(receipt)).toMatchObject({ kind: 'error', reason: 'secret_missing' });
    expect(tenant.received('/buyers/lacks')).toEqual([]);
    const effects = await eventually('its events have failed', async () => {
      const found = await tenant.stores.effects.ofSubmission(receipt.submissionId);
      return found.length > 0 && found.every(({ status }) => status === 'failed') && found;
    });
    expect(new Set(effects.map(({ reason }) => reason))).toEqual(new Set(['secret_missing']));
    expect(tenant.received('/webhooks/lacks')).toEqual([]);
  });

  it('leaves a first submission to a person, without a call', async () => {
    const receipt = await tenant.submit('HELD');
    expect(await tenant.fate(receipt)).toBe('pending_action');
    expect(await last(receipt)).toMatchObject({ kind: 'pending_action', reason: 'secret_missing' });
    expect(tenant.received('/webhooks/held')).toEqual([]);
  });

  it('is found by the doctor, and the leads are delivered by a replay once it is set', async () => {
    const { sluice } = tenant.installation;
    const before = await sluice(['doctor']);
    expect(before.output).toMatch(/secret later is used by .*delivery endpoint lacks \(headers\.X-Key\)/);
    const set = await sluice(['secrets', 'set', 'later', '--tenant', 'acme'], {}, (child) =>
      child.stdin?.end('later-value\n'),
    );
    expect(set).toMatchObject({ code: 0, output: 'Set later.\n' });
    expect((await sluice(['doctor'])).output).not.toContain('secret later');
    // By then every worker knows it.
    await pause(KNOWN_EVERYWHERE_MS);
    const replayed = ['replay', '--tenant', 'acme', '--status', 'error', '--reason', 'secret_missing'];
    expect((await sluice(replayed)).code).toBe(0);
    const post = await eventually('the lead is delivered', () => tenant.received('/buyers/lacks')[0]);
    expect(post.headers['x-key']).toBe('later-value');
  }, 120_000);
});

describe('the interface', () => {
  it('accepts any map of headers for a campaign, as it says, and any campaign that refers to a secret', async () => {
    const headers = { Authorization: 'Bearer literal-token', 'X-Api-Key': 'x', 'X-Ref': '{{ secrets.key }}' };
    const { webhooks } = {
      webhooks: { url: 'https://hooks.example/{{ secrets.path }}', headers, enabled: false },
    };
    await tenant.campaign({ campaignId: 'OPEN', webhooks });
    const { data } = await tenant.call('GET', '/campaigns/OPEN');
    expect(data['webhooks']).toMatchObject({ url: webhooks.url, headers });
    const refused = await tenant.call('POST', '/campaigns', {
      ...campaign('SHUT', { webhooks: { url: 'https://{{ secrets.key }}.example/' } }),
      name: 'Shut',
      clientId: 'cli_v',
      offerId: 'off_v',
    });
    expect(refused.error?.details?.join()).toContain(
      'webhooks.url: must refer to secrets in its path and query only',
    );
  });
});
