import { smsQueue } from '@sluice/contracts';
import { inspectQueue } from '@sluice/queue';
import { newKey, type AuditEntry } from '@sluice/store';
import { duringTests, eventually } from '@sluice/testing';
import { Queue } from 'bullmq';
import { browser, loggedIn, openDashboards, operator, pages, password } from './dashboards.js';

const world = duringTests(openDashboards);

const boardCalls = ['/board/api/queues', '/board/api/redis/stats', '/board/static/js/x.js'];
const changes = ['/logout', '/board/api/queues/sms/pause', '/board/api/queues/delivery/add'];

describe('the dashboard without a login', () => {
  it('shows nothing but the login page', async () => {
    const stranger = browser(world.url);
    for (const path of pages) {
      const { status, headers, text } = await stranger.get(path);
      expect([path, status, headers.get('Location'), text]).toEqual([
        path,
        303,
        path === '/' ? '/login' : `/login?${new URLSearchParams({ back: path }).toString()}`,
        expect.not.stringContaining('Queue'),
      ]);
    }
    for (const path of boardCalls) {
      expect((await stranger.get(path, { Accept: 'application/json' })).status).toBe(401);
    }
    for (const path of changes) expect((await stranger.post(path, {})).status).toBe(401);
    expect((await stranger.put('/board/api/queues/delivery/pause')).status).toBe(401);
    expect((await stranger.get('/login')).status).toBe(200);
  });

  it("does not accept a tenant's API key, neither in a header nor as the password", async () => {
    const key = newKey('slk_');
    await world.stores.apiKeys.add(key, { tenantId: 'demo', name: 'demo', createdAt: new Date() });
    const tenant = browser(world.url);
    const tried: readonly Record<string, string>[] = [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Cookie: `sluice_session=${key}` },
    ];
    for (const headers of tried) {
      expect((await tenant.get('/board/api/queues', { Accept: 'application/json', ...headers })).status).toBe(
        401,
      );
      expect((await tenant.get('/', headers)).headers.get('Location')).toBe('/login');
    }
    expect((await tenant.login(key)).status).toBe(401);
  });
});

describe('logging in to the dashboard', () => {
  it('requires the password, and sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const person = browser(world.url);
    const wrong = await person.login('quiet-heron-7718');
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
    expect(wrong.text).toContain('Wrong address or password.');

    const right = await person.login();
    expect([right.status, JSON.parse(right.text)]).toMatchObject([200, { data: { who: operator } }]);
    expect(right.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sluice_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    ]);
    expect((await person.get('/')).status).toBe(200);
  });

  it('answers what cannot be read in the envelope', async () => {
    const read = async (body: string) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${world.url}/password/reset`, { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
    };
    expect(await read('{')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await read(JSON.stringify({ token: 'x'.repeat(9_000) }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.each(['/login', '/login/second-factor', '/password/forgot', '/password/reset', '/invitation/accept'])(
    'is refused from another site, and so is what leads to it: %s',
    async (path) => {
      const person = browser(world.url);
      const foreign: readonly Record<string, string>[] = [
        { Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'null' },
      ];
      for (const headers of foreign)
        expect((await person.post(path, { email: operator, password }, headers)).status).toBe(403);
      expect(person.cookies.size).toBe(0);
    },
  );

  it('ends with the logout', async () => {
    const { person, token } = await loggedIn(world.url);
    const session = person.cookies.get('sluice_session') ?? '';
    const left = await person.post('/logout', {}, { 'X-XSRF-TOKEN': token });
    expect(left.headers.getSetCookie()).toEqual([expect.stringMatching(/^sluice_session=;.*Max-Age=0$/)]);
    expect(JSON.parse(left.text)).toEqual({ success: true, data: { notRecorded: [] } });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ what: 'logout', who: operator, outcome: 'done' });
    person.cookies.set('sluice_session', session);
    expect((await person.get('/')).headers.get('Location')).toBe('/login');
  });

  it('ends with the logout even while MongoDB is unavailable, which reports what could not be recorded', async () => {
    const losing = await world.losing();
    const { person, token } = await loggedIn(losing.url);
    await losing.takeAway();
    const session = person.cookies.get('sluice_session') ?? '';
    const left = await person.post('/logout', {}, { 'X-XSRF-TOKEN': token });
    expect([left.status, left.headers.getSetCookie()]).toEqual([
      200,
      [expect.stringMatching(/^sluice_session=;.*Max-Age=0$/)],
    ]);
    expect(JSON.parse(left.text)).toMatchObject({
      data: { notRecorded: [expect.stringContaining('MongoDB'), expect.stringContaining('audit')] },
    });
    person.cookies.set('sluice_session', session);
    expect((await person.get('/')).headers.get('Location')).toBe('/login');
  });

  it('is refused while MongoDB is unavailable, which the answer names', async () => {
    const person = browser(world.withoutDatabase);
    const { status, text } = await person.login();
    expect([status, JSON.parse(text)]).toEqual([
      503,
      {
        success: false,
        error: {
          code: 'SERVICE_UNAVAILABLE',
          message: 'MongoDB does not answer. Nobody can log in until it does.',
        },
      },
    ]);
    expect((await person.get('/login')).status).toBe(200);
    expect(JSON.parse((await person.get('/session')).text)).toEqual({ success: true, data: null });
  });

  it('cannot be ended by another site', async () => {
    const { person, token } = await loggedIn(world.url);
    const stranger = browser(world.url);
    const evil = { Origin: 'https://evil.example' };
    expect((await person.post('/logout', {}, { 'X-XSRF-TOKEN': token, ...evil })).status).toBe(403);
    expect((await stranger.post('/logout', {}, evil)).headers.getSetCookie()).toEqual([]);
    expect((await person.get('/')).status).toBe(200);
  });
});

/** The latest entries of the audit with their outcomes, which are written after each answer. */
async function concluded(count: number): Promise<readonly AuditEntry[]> {
  const ended = async () => {
    const latest = await world.stores.audit.page({}, count);
    return latest.every(({ outcome }) => outcome) && latest;
  };
  return eventually('the outcomes are written', ended, 15_000);
}

describe('a change in the dashboard', () => {
  const paused = async () => (await inspectQueue(smsQueue, world.redis)).paused;

  it('requires the token of its session, and a page of the dashboard as origin', async () => {
    const { person, token } = await loggedIn(world.url);
    const { token: others } = await loggedIn(world.url);
    const pause = (headers: Record<string, string>) => person.post('/admin/v1/queues/sms/pause', {}, headers);
    const refused: readonly Record<string, string>[] = [
      {},
      { 'X-XSRF-TOKEN': '' },
      { 'X-XSRF-TOKEN': others },
      { 'X-XSRF-TOKEN': token, Origin: 'https://evil.example' },
      { 'X-XSRF-TOKEN': token, 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of refused) {
      expect((await pause(headers)).status).toBe(403);
    }
    expect((await person.post('/logout', {})).status).toBe(403);
    expect((await person.post('/logout', {}, { 'X-XSRF-TOKEN': others })).status).toBe(403);
    expect(await paused()).toBe(false);
    expect((await pause({ 'X-XSRF-TOKEN': token, Origin: world.url })).status).toBe(200);
    expect(await paused()).toBe(true);
    const resumed = await person.post('/admin/v1/queues/sms/resume', {}, { 'X-XSRF-TOKEN': token });
    expect(resumed.status).toBe(200);
  });

  it('is audited with its outcome', async () => {
    const { person, token } = await loggedIn(world.url);
    for (const change of ['pixel/pause', 'pixel/resume', 'no-such-queue/pause'])
      await person.post(`/admin/v1/queues/${change}`, {}, { 'X-XSRF-TOKEN': token });
    const latest = (await concluded(2)).map(({ what, outcome, who }) => [what, outcome, who]);
    const who = operator;
    expect(latest).toEqual([
      ['POST /admin/v1/queues/pixel/resume', 'done', who],
      ['POST /admin/v1/queues/pixel/pause', 'done', who],
    ]);
  });

  it('is not made when it cannot be audited', async () => {
    const losing = await world.losing();
    const { person, token } = await loggedIn(losing.url);
    await losing.takeAway();
    const answered = await person.post('/admin/v1/queues/sms/pause', {}, { 'X-XSRF-TOKEN': token });
    expect(answered.status).toBe(503);
    expect(await paused()).toBe(false);
  });
});

describe('the queue board', () => {
  /** Every call of the board that is no GET, with a queue and a job that exist. */
  async function changesOfTheBoard(jobId: string): Promise<readonly (readonly [string, string])[]> {
    const { appRoutes } = (await import('@bull-board/api/dist/routes.js')) as unknown as {
      appRoutes: { api: { method: string | string[]; route: string | string[] }[] };
    };
    return appRoutes.api.flatMap(({ method, route }) =>
      [method].flat().flatMap((each) =>
        [route].flat().map((path) => {
          const filled = path
            .replace(':queueName', 'sms')
            .replace(':jobId', jobId)
            .replace(/:\w+\??/g, 'failed');
          return [each.toUpperCase(), `/board${filled}`] as const;
        }),
      ),
    );
  }

  it('shows the jobs, and can neither add, change, remove nor retry one, whoever asks with whatever token', async () => {
    const { person, token } = await loggedIn(world.url);
    const queue = new Queue(smsQueue.name, { connection: world.redis, prefix: smsQueue.prefix });
    const job = await queue.add('kept', { ids: [] }, { delay: 3_600_000 });
    const before = [await queue.getJobCounts(), await inspectQueue(smsQueue, world.redis)];
    const calls = (await changesOfTheBoard(job.id ?? '')).filter(([method]) => method !== 'GET');
    expect(calls.length).toBeGreaterThan(20);
    for (const [method, path] of calls) {
      const answer = await fetch(world.url + path, {
        method,
        headers: {
          'Content-Type': 'application/json',
          Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'X-XSRF-TOKEN': token,
        },
        body: JSON.stringify({ name: 'added', data: {}, options: {} }),
      });
      expect([method, path, answer.status, answer.headers.get('Allow')]).toEqual([
        ...[method, path, 405, 'GET, HEAD'],
      ]);
    }
    expect([await queue.getJobCounts(), await inspectQueue(smsQueue, world.redis)]).toEqual(before);
    expect(await queue.getJob(job.id ?? '')).toMatchObject({ name: 'kept' });
    const shown = JSON.parse((await person.get('/board/api/queues?activeQueue=sms&status=delayed')).text) as {
      queues: { name: string; readOnlyMode: boolean; allowRetries: boolean }[];
    };
    expect(shown.queues.every(({ readOnlyMode, allowRetries }) => readOnlyMode && !allowRetries)).toBe(true);
    expect(shown.queues.length).toBeGreaterThan(5);
    await job.remove();
    await queue.close();
  });

  it('sets no cookie that a script may read', async () => {
    const { person } = await loggedIn(world.url);
    expect((await person.get('/board')).headers.getSetCookie()).toEqual([]);
  });
});

describe("the dashboard's operational endpoints", () => {
  it('show a status only to a client without a login', async () => {
    const stranger = browser(world.url);
    expect(JSON.parse((await stranger.get('/healthz')).text)).toEqual({ alive: true });
    expect(JSON.parse((await stranger.get('/readyz')).text)).toEqual({ ready: true });
    expect((await stranger.get('/metrics')).status).toBe(404);
  });
});

describe('the dashboard behind a proxy that is trusted', () => {
  const through = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });

  it('audits the address of the operator and not of the proxy, and sends the session over TLS only', async () => {
    for (const url of [world.behindProxy, world.second]) {
      const person = browser(url);
      const answer = await person.login(password, through('203.0.113.7'));
      expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('; Secure')]);
      // Entries of the same millisecond have no order.
      const login = (await world.stores.audit.page({}, 5)).find(({ what }) => what === 'login');
      expect(login).toMatchObject({ from: '203.0.113.7' });
      const headers = { ...through('203.0.113.7'), 'X-XSRF-TOKEN': await person.token() };
      await person.post('/admin/v1/queues/sms/resume', {}, headers);
      const change = (await world.stores.audit.page({}, 5)).find(({ what }) => what.endsWith('/sms/resume'));
      expect(change).toMatchObject({ from: '203.0.113.7' });
    }
  });

  it('ignores an address that the client itself puts into the forwarded header', async () => {
    await browser(world.behindProxy).login(password, through('198.51.100.1, 203.0.113.8'));
    // Entries of the same millisecond have no order.
    const login = (await world.stores.audit.page({}, 5)).find(({ what }) => what === 'login');
    expect(login).toMatchObject({ from: '203.0.113.8' });
  });

  it('locks the guessing address out, in every process, and no other address', async () => {
    const guesser = browser(world.behindProxy);
    for (let n = 0; n < 10; n += 1) await guesser.login(`guess-${n}`, through('203.0.113.66'));
    expect((await guesser.login('guess', through('203.0.113.66'))).status).toBe(429);
    expect((await browser(world.second).login(password, through('203.0.113.66'))).status).toBe(429);
    expect((await browser(world.second).login(password, through('203.0.113.7'))).status).toBe(200);
  });

  it('locks out no other address after guesses from very many addresses', async () => {
    for (let n = 0; n < 220; n += 1) {
      const { status } = await browser(world.behindProxy).login('x', through(`198.51.100.${n}`));
      expect(status).toBe(401);
    }
    expect((await browser(world.behindProxy).login(password, through('192.0.2.1'))).status).toBe(200);
  }, 120_000);
});

describe('guessing the password of the dashboard', () => {
  // Last, because it uses up this machine's login attempts.
  it('is stopped after ten attempts, even if each claims another address', async () => {
    const guesser = browser(world.url);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const madeUp = { 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: `for=203.0.113.${n}` };
      statuses.push((await guesser.login(`guess-${n}`, madeUp)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const limited = await guesser.login();
    expect([limited.status, Number(limited.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  });

  it('is audited without the claimed addresses', async () => {
    const entries = await world.stores.audit.page({}, 1_000);
    expect(entries.length).toBeGreaterThan(0);
    // Except for those through the trusted proxy, every request came from this machine; the first administrator was made
    // without one.
    const addresses = new Set(entries.filter(({ who }) => who !== 'OPERATOR_EMAIL').map(({ from }) => from));
    for (const from of addresses) expect(from).toMatch(/^(127\.0\.0\.1|203\.0\.113\.[78]|192\.0\.2\.1)$/);
  });
});
