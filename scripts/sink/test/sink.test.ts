import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSink, type Sink } from '../src/index.js';
import { postTo } from './post-to.js';

let sink: Sink;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sink-'));
  sink = await startSink({ port: 0, ledgerFile: join(folder, 'ledger') });
});

afterEach(async () => {
  await sink.close();
  rmSync(folder, { recursive: true });
});

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  postTo(sink.url + path, body, headers);

const behave = (behaviour: object) =>
  fetch(`${sink.url}/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });

describe('the demo buyer', () => {
  it('answers a repeated delivery with the reference of the first', async () => {
    const first = await post('/buyers/acme', { a: 1 }, { 'idempotency-key': 'sub_1.delivery' });
    const again = await post('/buyers/acme', { a: 1 }, { 'idempotency-key': 'sub_1.delivery' });
    const other = await post('/buyers/acme', { a: 1 }, { 'idempotency-key': 'sub_2.delivery' });
    expect(first).toMatchObject({ status: 200, body: { accepted: true, id: expect.any(String) as string } });
    expect(again).toEqual(first);
    expect(other.body?.['id']).not.toBe(first.body?.['id']);
  });

  it('counts keys and duplicates, by path and in total', async () => {
    for (const [path, key] of [
      ['acme', 'a'],
      ['acme', 'a'],
      ['acme', 'b'],
      ['borden', 'a'],
    ]) {
      await post(`/buyers/${path}`, {}, { 'idempotency-key': key ?? '' });
    }
    const stats = await (await fetch(`${sink.url}/stats`)).json();
    expect(stats).toMatchObject({
      requests: 4,
      distinctKeys: 3,
      duplicates: 1,
      statuses: { 200: 4 },
      paths: {
        '/buyers/acme': { requests: 3, distinctKeys: 2, duplicates: 1 },
        '/buyers/borden': { requests: 1, distinctKeys: 1, duplicates: 0 },
      },
    });
  });

  it('lists received requests, newest first, by path and by key', async () => {
    await post('/buyers/acme', { n: 1 }, { 'idempotency-key': 'one' });
    await post('/buyers/acme', { n: 2 }, { 'idempotency-key': 'two' });
    await post('/buyers/borden', { n: 3 }, { 'idempotency-key': 'two' });
    const show = async (query: string) => {
      const { received } = (await (await fetch(`${sink.url}/received?${query}`)).json()) as {
        received: {
          path: string;
          body: string;
          key: string;
          status: number;
          headers: Record<string, string>;
        }[];
      };
      return received;
    };
    expect((await show('')).map(({ body }) => body)).toEqual(['{"n":3}', '{"n":2}', '{"n":1}']);
    expect((await show('limit=1')).map(({ body }) => body)).toEqual(['{"n":3}']);
    expect((await show('path=/buyers/acme')).map(({ body }) => body)).toEqual(['{"n":2}', '{"n":1}']);
    expect((await show('key=two')).map(({ path }) => path)).toEqual(['/buyers/borden', '/buyers/acme']);
    expect((await show('key=one'))[0]).toMatchObject({ status: 200, headers: { 'idempotency-key': 'one' } });
  });
});

describe('a scripted path of the demo buyer', () => {
  it('answers as scripted, for the scripted number of requests, and then as before', async () => {
    await behave({
      path: '/buyers/acme',
      status: 503,
      body: { no: 'room' },
      headers: { 'retry-after': '2' },
      times: 2,
    });
    for (let call = 0; call < 2; call += 1) {
      const response = await fetch(`${sink.url}/buyers/acme`, { method: 'POST' });
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        503,
        '2',
        { no: 'room' },
      ]);
    }
    expect((await post('/buyers/acme', {})).status).toBe(200);
  });

  it('covers the paths below it, but an exact path takes precedence', async () => {
    await behave({ path: '/buyers/*', status: 500 });
    await behave({ path: '/buyers/acme', status: 418 });
    expect((await post('/buyers/acme', {})).status).toBe(418);
    expect((await post('/buyers/borden', {})).status).toBe(500);
    await fetch(`${sink.url}/behaviour`, { method: 'DELETE' });
    expect((await post('/buyers/acme', {})).status).toBe(200);
  });

  it('covers only the requests whose body contains the text, before a script for all of the path', async () => {
    await behave({ path: '/buyers/acme', contains: 'lead_1', status: 503, times: 1 });
    await behave({ path: '/buyers/acme', contains: 'lead_2', status: 422 });
    sink.script({ path: '/buyers/acme', status: 418, times: 2 });
    const statusOf = async (leadId: string) => (await post('/buyers/acme', { leadId })).status;
    expect(await statusOf('lead_3')).toBe(418);
    expect([await statusOf('lead_1'), await statusOf('lead_1'), await statusOf('lead_1')]).toEqual([
      503, 418, 200,
    ]);
    expect([await statusOf('lead_2'), await statusOf('lead_2')]).toEqual([422, 422]);
    sink.unscript('/buyers/acme');
    expect(await statusOf('lead_2')).toBe(200);
  });

  it('answers as usual when only a delay is scripted', async () => {
    await behave({ path: '/buyers/acme', delayMs: 200 });
    const startedAt = performance.now();
    expect(await post('/buyers/acme', {})).toMatchObject({ status: 200, body: { accepted: true } });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195);
  });

  it('accepts the lead and drops the connection with reset_after, and drops it without the lead with reset', async () => {
    sink.script({ path: '/buyers/acme', mode: 'reset_after', times: 1 });
    await expect(post('/buyers/acme', {}, { 'idempotency-key': 'k' })).rejects.toThrow();
    sink.script({ path: '/buyers/acme', mode: 'reset', times: 1 });
    await expect(post('/buyers/acme', {}, { 'idempotency-key': 'k' })).rejects.toThrow();
    expect(sink.received().map(({ status, mode }) => [status, mode])).toEqual([
      [0, 'reset'],
      [200, 'reset_after'],
    ]);
  });

  it('never answers in the mode hang', async () => {
    sink.script({ path: '/buyers/acme', mode: 'hang' });
    const call = fetch(`${sink.url}/buyers/acme`, { method: 'POST', signal: AbortSignal.timeout(200) });
    await expect(call).rejects.toThrow(/timeout/i);
    expect(sink.stats().statuses).toEqual({ 0: 1 });
  });

  it('redirects to a private address in the mode redirect', async () => {
    sink.script({ path: '/buyers/acme', mode: 'redirect' });
    const response = await fetch(`${sink.url}/buyers/acme`, { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('location')).toBe('http://169.254.169.254/latest/meta-data/');
  });

  it.each(['trickle', 'huge', 'gzip_bomb'] as const)(
    'starts an answer that does not end: %s',
    async (mode) => {
      sink.script({ path: '/buyers/acme', mode });
      const stop = new AbortController();
      const response = await fetch(`${sink.url}/buyers/acme`, { method: 'POST', signal: stop.signal });
      expect(response.status).toBe(200);
      const first = (await response.body?.getReader().read()) as { value?: Uint8Array } | undefined;
      expect(first?.value?.length).toBeGreaterThan(0);
      stop.abort();
    },
  );

  it.each([
    [{}, 'path'],
    [{ path: 'x' }, 'path'],
    [{ path: '/x', contains: 7 }, 'contains'],
    [{ path: '/x', status: 99 }, 'status'],
    [{ path: '/x', mode: 'explode' }, 'mode'],
    [{ path: '/x', times: 0 }, 'times'],
    [{ path: '/x', delayMs: -1 }, 'delayMs'],
    [{ path: '/x', body: 3 }, 'body'],
  ])('refuses the script %j', async (script, field) => {
    const response = await behave(script);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`${field}:`);
  });
});

describe('the ledger of the demo buyer', () => {
  it('has a line for each delivery, in order, and none for queries', async () => {
    await post('/buyers/acme', {}, { 'idempotency-key': 'a' });
    await fetch(`${sink.url}/stats`);
    sink.script({ path: '/buyers/acme', status: 500 });
    await post('/buyers/acme', {}, { 'idempotency-key': 'b' });
    const lines = readFileSync(join(folder, 'ledger'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      { at: expect.any(String) as string, method: 'POST', path: '/buyers/acme', key: 'a', status: 200 },
      { at: expect.any(String) as string, method: 'POST', path: '/buyers/acme', key: 'b', status: 500 },
    ]);
  });
});

it('the demo buyer answers 404 on an unknown path, and 405 for a wrong method', async () => {
  expect((await post('/elsewhere', {})).status).toBe(404);
  expect((await fetch(`${sink.url}/buyers/acme`)).status).toBe(405);
});
