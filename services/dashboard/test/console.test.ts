import { deliveryQueue, smsQueue, type StagePayload } from '@sluice/contracts';
import { createProducer, inspectQueue } from '@sluice/runtime';
import type { AuditEntry } from '@sluice/store';
import { aSubmission } from '@sluice/testing';
import { browser, openWorld, password, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await disqualifiedLead();
}, 60_000);
afterAll(() => world.close());

const contact = { firstName: 'Canary', email: 'canary@example.com', phone: '+14155550132' };

async function disqualifiedLead(): Promise<void> {
  const { tenants, accept, forTenant, clock } = world.stores;
  await tenants.put({ tenantId: 'demo', name: 'Demo <Leads>', settings: {} });
  const { journal } = forTenant('demo');
  const now = clock.now();
  const lead = { tenantId: 'demo', leadId: 'lead_1', campaignId: 'ACMRU', data: contact, isTest: false };
  const submission = {
    ...lead,
    submissionId: 'sub_1',
    kind: 'submit',
    acceptedAt: now,
    first: true,
    status: 'pending',
  } as const;
  await accept({
    submission,
    newLead: {
      lead: { ...lead, status: 'pending', createdAt: now, updatedAt: now, lastSubmissionId: 'sub_1' },
      search: [],
    },
  });
  const trace = [
    { looked: 'condition', at: '<b>injury</b>', verdict: 'matched' as const, because: 'equals' },
  ];
  await journal.record(
    submission,
    'qualification',
    0,
    { kind: 'disqualified', reason: 'not_injured', trace },
    now,
  );
}

const pages = [
  '/',
  '/queues',
  '/queues/',
  '/leads',
  '/leads/demo/lead_1',
  '/attention',
  '/webhooks',
  '/audit',
  '/nothing',
];
const boardCalls = ['/queues/api/queues', '/queues/api/redis/stats', '/queues/static/js/x.js'];
const changes = ['/logout', '/webhooks/demo/x/on', '/queues/api/queues/delivery/add'];

async function loggedIn() {
  const person = browser(world.url);
  await person.login();
  return { person, token: await person.token() };
}

describe('without a login', () => {
  it('there is nothing but the login page', async () => {
    const stranger = browser(world.url);
    for (const path of pages) {
      const { status, headers, text } = await stranger.get(path);
      expect([path, status, headers.get('Location'), text]).toEqual([
        path,
        303,
        '/login',
        expect.not.stringContaining('Queue'),
      ]);
    }
    for (const path of boardCalls) {
      expect((await stranger.get(path, { Accept: 'application/json' })).status).toBe(401);
    }
    for (const path of changes) expect((await stranger.post(path, {})).status).toBe(401);
    expect((await stranger.put('/queues/api/queues/delivery/pause')).status).toBe(401);
    expect((await stranger.get('/login')).text).toContain('Operator password');
  });

  it("a tenant's API key opens nothing, in whatever header or as the password", async () => {
    const key = 'slk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';
    await world.stores.apiKeys.add(key, { tenantId: 'demo', name: 'demo', createdAt: new Date() });
    const tenant = browser(world.url);
    for (const headers of [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Cookie: `sluice_session=${key}` },
    ]) {
      expect(
        (await tenant.get('/queues/api/queues', { Accept: 'application/json', ...headers })).status,
      ).toBe(401);
      expect((await tenant.get('/', headers)).headers.get('Location')).toBe('/login');
    }
    expect((await tenant.login(key)).status).toBe(401);
  });
});

describe('logging in', () => {
  it('needs the password, and gives a cookie that no script reads and no other site sends', async () => {
    const person = browser(world.url);
    const wrong = await person.login('quiet-heron-7718');
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
    expect(wrong.text).toContain('This is not the operator password.');

    const right = await person.login();
    expect([right.status, right.headers.get('Location')]).toEqual([303, '/']);
    expect(right.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sluice_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    ]);
    expect((await person.get('/')).status).toBe(200);
  });

  it('is not done for another site', async () => {
    const person = browser(world.url);
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
    ]) {
      expect((await person.post('/login', { password }, headers)).status).toBe(403);
    }
    expect(person.cookies.size).toBe(0);
  });

  it('is over after logging out', async () => {
    const { person, token } = await loggedIn();
    const session = person.cookies.get('sluice_session') ?? '';
    expect((await person.post('/logout', { csrfToken: token })).headers.get('Location')).toBe('/login');
    person.cookies.set('sluice_session', session);
    expect((await person.get('/')).headers.get('Location')).toBe('/login');
  });
});

/** The latest entries of the audit, each with its outcome, which is written when the answer is out. */
async function concluded(count: number): Promise<readonly AuditEntry[]> {
  for (const giveUpAt = performance.now() + 15_000; ;) {
    const latest = await world.stores.audit.recent(count);
    if (latest.every(({ outcome }) => outcome) || performance.now() > giveUpAt) return latest;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a change', () => {
  const paused = async () => (await inspectQueue(smsQueue, world.redis)).paused;

  it('needs the token of its session, and a page of the console', async () => {
    const { person, token } = await loggedIn();
    const { token: others } = await loggedIn();
    const pause = (headers: Record<string, string>) => person.put('/queues/api/queues/sms/pause', headers);
    for (const headers of [
      {},
      { 'X-XSRF-TOKEN': '' },
      { 'X-XSRF-TOKEN': others },
      { 'X-XSRF-TOKEN': token, Origin: 'https://evil.example' },
      { 'X-XSRF-TOKEN': token, 'Sec-Fetch-Site': 'same-site' },
    ]) {
      expect((await pause(headers)).status).toBe(403);
    }
    expect((await person.post('/logout', {})).status).toBe(403);
    expect((await person.post('/logout', { csrfToken: others })).status).toBe(403);
    expect(await paused()).toBe(false);
    expect((await pause({ 'X-XSRF-TOKEN': token, Origin: world.url })).status).toBe(200);
    expect(await paused()).toBe(true);
    expect((await person.put('/queues/api/queues/sms/resume', { 'X-XSRF-TOKEN': token })).status).toBe(200);
  });

  it('is made by the board with the token of its cookie, and audited with its outcome', async () => {
    const { person } = await loggedIn();
    await person.get('/queues');
    const token = person.cookies.get('XSRF-TOKEN') ?? '';
    await person.put('/queues/api/queues/pixel/pause', { 'X-XSRF-TOKEN': token });
    await person.put('/queues/api/queues/pixel/resume', { 'X-XSRF-TOKEN': token });
    await person.put('/queues/api/queues/no-such-queue/pause', { 'X-XSRF-TOKEN': token });
    const latest = (await concluded(3)).map(({ what, outcome, who }) => [what, outcome, who]);
    const who = expect.stringMatching(/^operator [\w-]{8}$/) as string;
    expect(latest).toEqual([
      ['PUT /queues/api/queues/no-such-queue/pause', 'refused', who],
      ['PUT /queues/api/queues/pixel/resume', 'done', who],
      ['PUT /queues/api/queues/pixel/pause', 'done', who],
    ]);
    const { text } = await person.get('/audit');
    expect(text).toContain('PUT /queues/api/queues/pixel/pause');
    expect(text).toContain('login');
  });

  it('that cannot be audited is not made', async () => {
    const person = browser(world.withoutDatabase);
    expect((await person.login()).status).toBe(303);
    const headers = { 'X-XSRF-TOKEN': await person.token() };
    expect((await person.put('/queues/api/queues/sms/pause', headers)).status).toBe(503);
    expect(await paused()).toBe(false);
  });
});

describe('the pages', () => {
  it('load nothing from elsewhere and are shown in no frame', async () => {
    const { person } = await loggedIn();
    for (const path of pages) {
      const { headers } = await person.get(path);
      expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
      expect(headers.get('Content-Security-Policy')).not.toMatch(/script-src|https:/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('the board lists every queue under its own prefix, with ids and nothing else in its jobs', async () => {
    const producer = createProducer(world.redis);
    const payload: StagePayload = { tenantId: 'demo', submissionId: 'sub_1', generation: 0 };
    const since = new Date();
    const at = since.getTime();
    await producer.add(deliveryQueue, { payload, since, lane: 'endpoint.end_1' });
    const { person } = await loggedIn();
    const { text } = await person.get('/queues/api/queues?activeQueue=delivery&status=prioritized');
    const { queues } = JSON.parse(text) as { queues: { name: string; jobs: { data: unknown }[] }[] };
    expect(queues.map(({ name }) => name)).toEqual([
      'qualification',
      'routing',
      'delivery',
      'sms',
      'pixel',
      'webhook',
    ]);
    expect(queues.flatMap(({ jobs }) => jobs).map(({ data }) => data)).toEqual([
      { tenantId: 'demo', lane: 'endpoint.end_1', items: ['sub_1.0'], since: at, latest: at },
    ]);
    const overview = await person.get('/');
    expect(overview.text).toMatch(/delivery<\/a>/);
    await producer.close();
  });

  it('tell where leads stand, and the journey of each without contact data', async () => {
    const { person: operator } = await loggedIn();
    const overview = await operator.get('/');
    expect(overview.text).toContain('Demo &lt;Leads&gt;');
    const search = await operator.get('/leads?tenant=demo&leadId=%20lead_1');
    expect(search.headers.get('Location')).toBe('/leads/demo/lead_1');
    const { status, text } = await operator.get('/leads/demo/lead_1');
    expect(status).toBe(200);
    for (const shown of ['sub_1', 'disqualified (not_injured)', '&lt;b&gt;injury&lt;/b&gt;', 'matched']) {
      expect(text).toContain(shown);
    }
    for (const hidden of Object.values(contact)) expect(text).not.toContain(hidden);

    for (const path of ['/leads/other/lead_1', '/leads/demo/lead_2', '/leads/demo%2F/lead_1']) {
      expect((await operator.get(path)).status).toBe(404);
    }
  });

  it('show quarantined submissions with their reason, unknown outcomes and endpoints that fail', async () => {
    const { person: operator } = await loggedIn();
    expect((await operator.get('/attention')).text).toContain('Nothing needs a person.');

    const { leads, journal, openCircuits } = world.stores.forTenant('demo');
    const now = world.stores.clock.now();
    const resting = { leadId: 'lead_1', submissionId: 'sub_1' };
    const because = 'workers died with it in hand';
    const beginnings = { looked: 'beginnings', verdict: 'failed', because, values: { deaths: 6 } } as const;
    const quarantined = { kind: 'error', reason: 'quarantined', trace: [beginnings] } as const;
    await journal.record(resting, 'delivery', 0, quarantined, now);
    await leads.rest('lead_1', {
      status: 'error',
      ended: true,
      reason: 'quarantined',
      submissionId: 'sub_1',
      at: now,
    });
    await openCircuits.note('end_<b>', new Date(now.getTime() + 30_000), now);
    const shown = (await operator.get('/attention')).text.replace(/\s+/g, ' ');
    for (const part of [
      'Quarantined submissions of demo: 1',
      'href="/leads/demo/lead_1"',
      because,
      'end_&lt;b&gt;',
    ]) {
      expect(shown).toContain(part);
    }
    for (const hidden of Object.values(contact)) expect(shown).not.toContain(hidden);
    expect((await operator.get('/leads/demo/lead_1')).text).toContain('error (quarantined)');

    await leads.advance('lead_1', 0, 'sub_2', { status: 'pending' });
    await leads.rest('lead_1', {
      status: 'failed',
      ended: true,
      reason: 'unknown_outcome',
      submissionId: 'sub_2',
      at: now,
    });
    const again = aSubmission({ submissionId: 'sub_2', leadId: 'lead_1', first: false });
    await world.stores.accept({ submission: again });
    const routed = { kind: 'routed', campaignId: 'ACMRU', clientId: 'cli_acme', slots: [] } as const;
    await journal.record(again, 'routing', 0, { ...routed, reservedAt: now, trace: [] }, now);
    const { submissions } = world.stores.forTenant('demo');
    await submissions.end('sub_2', { status: 'failed', reason: 'unknown_outcome', endedAt: now });
    const later = (await operator.get('/attention')).text;
    expect(later).toContain('nobody knows whether the buyer has them: 1');
    expect(later).not.toContain('Quarantined submissions of demo');
    expect(later).toContain('/unknown/demo/sub_2/has-it');
  });

  it('let the operator say whether the buyer has a lead of unknown outcome, once and audited', async () => {
    const { person, token } = await loggedIn();
    expect((await person.get('/leads/demo/lead_1')).text).toContain('/unknown/demo/sub_2/does-not-have-it');
    const path = '/unknown/demo/sub_2/has-it';
    expect((await person.get(path)).text).toContain('cannot be taken back');
    expect((await person.post(path, {})).status).toBe(403);
    expect((await person.post(path, { csrfToken: token })).headers.get('Location')).toBe(
      '/leads/demo/lead_1',
    );
    expect((await world.stores.forTenant('demo').leads.find('lead_1'))?.status).toBe('delivered');
    const otherwise = await person.post('/unknown/demo/sub_2/does-not-have-it', { csrfToken: token });
    expect([otherwise.status, otherwise.text]).toEqual([409, expect.stringContaining('that stands')]);
    expect((await person.post('/unknown/demo/sub_9/has-it', { csrfToken: token })).status).toBe(404);
    const entries = (await world.stores.audit.recent(10)).map(({ what, outcome }) => `${what} ${outcome}`);
    expect(entries).toContain(`POST ${path} done`);
  });

  it('switch a webhook receiver on again', async () => {
    const { webhookUrls } = world.stores.forTenant('demo');
    await webhookUrls.disable({ url: 'https://gone.example/hook', headers: {} }, 'gone', new Date());
    const { person, token } = await loggedIn();
    const { text } = await person.get('/webhooks');
    expect(text).toContain('https://gone.example/hook');
    const action = /action="(\/webhooks\/demo\/[^"]+\/on)"/.exec(text)?.[1] ?? '';
    expect((await person.post(action, {})).status).toBe(403);
    expect((await person.post(action, { csrfToken: token })).headers.get('Location')).toBe('/webhooks');
    expect(await webhookUrls.switchedOff()).toEqual([]);
    expect((await person.post(action, { csrfToken: token })).status).toBe(404);
  });

  it('say so while the database is away, instead of failing', async () => {
    const person = browser(world.withoutDatabase);
    await person.login();
    const overview = await person.get('/');
    expect([overview.status, overview.text]).toEqual([
      200,
      expect.stringContaining('MongoDB does not answer'),
    ]);
    expect((await person.get('/audit')).status).toBe(503);
  });
});

describe('beside the pages', () => {
  it('only a status is told to whoever has not logged in', async () => {
    const stranger = browser(world.url);
    expect(JSON.parse((await stranger.get('/healthz')).text)).toEqual({ alive: true });
    expect(JSON.parse((await stranger.get('/readyz')).text)).toEqual({ ready: true });
    expect((await stranger.get('/metrics')).status).toBe(404);
  });
});

describe('behind a proxy that is trusted', () => {
  const through = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });

  it('the audit names the operator and not the proxy, and the session travels over TLS alone', async () => {
    for (const url of [world.behindProxy, world.second]) {
      const person = browser(url);
      const answer = await person.login(password, through('203.0.113.7'));
      expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('; Secure')]);
      const [login] = await world.stores.audit.recent(1);
      expect(login).toMatchObject({ what: 'login', from: '203.0.113.7' });
      const headers = { ...through('203.0.113.7'), 'X-XSRF-TOKEN': await person.token() };
      await person.put('/queues/api/queues/sms/resume', headers);
      const [change] = await world.stores.audit.recent(1);
      expect(change).toMatchObject({ from: '203.0.113.7' });
    }
  });

  it('what a client says of itself before the proxy counts for nothing', async () => {
    await browser(world.behindProxy).login(password, through('198.51.100.1, 203.0.113.8'));
    const [login] = await world.stores.audit.recent(1);
    expect(login).toMatchObject({ from: '203.0.113.8' });
  });

  it('whoever guesses locks out himself, in every process, and nobody else', async () => {
    const guesser = browser(world.behindProxy);
    for (let n = 0; n < 10; n += 1) await guesser.login(`guess-${n}`, through('203.0.113.66'));
    expect((await guesser.login('guess', through('203.0.113.66'))).status).toBe(429);
    expect((await browser(world.second).login(password, through('203.0.113.66'))).status).toBe(429);
    expect((await browser(world.second).login(password, through('203.0.113.7'))).status).toBe(303);
  });

  it('guesses from very many addresses lock out nobody who did not guess', async () => {
    for (let n = 0; n < 220; n += 1) {
      const { status } = await browser(world.behindProxy).login('x', through(`198.51.100.${n}`));
      expect(status).toBe(401);
    }
    expect((await browser(world.behindProxy).login(password, through('192.0.2.1'))).status).toBe(303);
  }, 120_000);
});

describe('guessing the password', () => {
  // Last, because it uses up the attempts of this machine.
  it('is stopped after ten attempts, whatever address the guesser makes up', async () => {
    const guesser = browser(world.withoutDatabase);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const madeUp = { 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: `for=203.0.113.${n}` };
      statuses.push((await guesser.login(`guess-${n}`, madeUp)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const limited = await guesser.login();
    expect([limited.status, Number(limited.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  });

  it('does not name an invented address in the audit', async () => {
    const entries = await world.stores.audit.recent(1_000);
    expect(entries.length).toBeGreaterThan(0);
    // Those through the trusted proxy aside, every request came from this machine.
    const addresses = new Set(entries.map(({ from }) => from));
    for (const from of addresses) expect(from).toMatch(/^(127\.0\.0\.1|203\.0\.113\.[78]|192\.0\.2\.1)$/);
  });
});
