import { endpoints } from '@sluice/contracts';
import { duringTests, eventually } from '@sluice/testing';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const submitPath = '/api/v1/leads/submit';

describe('the response envelope', () => {
  it('answers an unknown path with NOT_FOUND, under /api and outside, with a key and without', async () => {
    for (const path of [
      '/api',
      '/api/v1',
      '/api/v1/nothing',
      '/api/v2/leads',
      '/nothing',
      '/api/v1/leads/',
      '/API/v1/leads',
    ]) {
      for (const asked of [{}, { key: null }]) {
        const { status, error } = await world.request('GET', path, asked);
        expect({ path, status, code: error?.code }).toEqual({ path, status: 404, code: 'NOT_FOUND' });
      }
    }
  });

  it('answers a path that cannot be decoded with NOT_FOUND', async () => {
    expect((await world.request('GET', '/api/v1/campaigns/%zz')).status).toBe(404);
  });

  it('answers an unsupported method of a path with METHOD_NOT_ALLOWED and Allow', async () => {
    const paths = [...new Set(endpoints.map(({ path }) => path))];
    for (const path of paths) {
      const { status, headers, error } = await world.request('DELETE', path.replaceAll(/\{\w+\}/g, 'x'));
      const methods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
      expect({ path, status, code: error?.code, allow: headers.get('allow') }).toEqual({
        path,
        status: 405,
        code: 'METHOD_NOT_ALLOWED',
        allow: methods.join(', '),
      });
    }
  });

  it('answers a body over 256 kB with PAYLOAD_TOO_LARGE, and accepts one of 256 kB', async () => {
    const bodyOf = (bytes: number) => {
      const empty = JSON.stringify(aLead({ notes: '' }));
      return JSON.stringify({ ...JSON.parse(empty), notes: 'x'.repeat(bytes - empty.length) });
    };
    const fits = await world.request('POST', submitPath, { raw: bodyOf(256 * 1024) });
    expect(fits.status).toBe(202);
    const over = await world.request('POST', submitPath, { raw: bodyOf(256 * 1024 + 1) });
    expect([over.status, over.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('counts the size of a compressed body after decompression', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const bomb = await world.request('POST', submitPath, { raw: gzipSync('x'.repeat(10_000_000)), headers });
    expect(bomb.status).toBe(413);
    const small = await world.request('POST', submitPath, {
      raw: gzipSync(JSON.stringify(aLead())),
      headers,
    });
    expect(small.status).toBe(202);
    const broken = await world.request('POST', submitPath, { raw: 'not gzip', headers });
    expect([broken.status, broken.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    const unknown = await world.request('POST', submitPath, {
      raw: 'x',
      headers: { 'Content-Encoding': 'rot13' },
    });
    expect(unknown.status).toBe(415);
  });

  it('answers a body whose type is not JSON with UNSUPPORTED_MEDIA_TYPE', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status, error } = await world.request('POST', submitPath, {
        raw: 'a=b',
        headers: { 'Content-Type': type },
      });
      expect([status, error?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    const charset = await world.request('POST', submitPath, {
      body: aLead(),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    });
    expect(charset.status).toBe(202);
  });

  it.each(['{', '[1,]', 'undefined', '{"a":1}{"b":2}', '\u0000'])(
    'answers malformed JSON (%j) with VALIDATION_ERROR',
    async (raw) => {
      const { status, error } = await world.request('POST', submitPath, { raw });
      expect([status, error?.code, error?.details]).toEqual([
        400,
        'VALIDATION_ERROR',
        ['body: is not valid JSON'],
      ]);
    },
  );

  it.each(['null', '[]', '"text"', '7', 'true'])(
    'answers JSON that is not an object (%s) with VALIDATION_ERROR',
    async (raw) => {
      for (const { method, path } of endpoints.filter((endpoint) => 'body' in endpoint)) {
        const { status, error } = await world.request(method, path.replaceAll(/\{\w+\}/g, 'x'), { raw });
        expect({ path, status, code: error?.code }).toEqual({ path, status: 400, code: 'VALIDATION_ERROR' });
      }
    },
  );

  it('reports all missing fields of a request without a body', async () => {
    const { error } = await world.request('POST', '/api/v1/offers');
    expect(error?.details).toHaveLength(3);
  });

  it('ignores a body that comes with a GET', async () => {
    const { port } = new URL(world.url);
    for (const [type, body] of [
      ['text/plain', 'x'],
      ['application/json', '{broken'],
      ['application/json', 'x'.repeat(256 * 1024 + 1)],
    ] as const) {
      const status = await new Promise((resolve, reject) => {
        const headers = { 'X-API-Key': world.alpha.key, 'Content-Type': type, 'Content-Length': body.length };
        const asked = httpRequest({ port, path: '/api/v1/leads', method: 'GET', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asked.on('error', reject);
        asked.end(body);
      });
      expect(status).toBe(200);
    }
  });

  it('answers HEAD as GET without its body', async () => {
    const answered = await fetch(`${world.url}/api/v1/leads`, {
      method: 'HEAD',
      headers: { 'X-API-Key': world.alpha.key },
    });
    expect([answered.status, await answered.text()]).toEqual([200, '']);
  });
});

describe('request ids', () => {
  it('are echoed when they are plain, else generated', async () => {
    const echoed = await world.request('GET', '/api/v1/leads', { headers: { 'X-Request-Id': 'form-42' } });
    expect(echoed.headers.get('x-request-id')).toBe('form-42');
    for (const sent of ['with space', 'x'.repeat(129)]) {
      const made = await world.request('GET', '/api/v1/leads', { headers: { 'X-Request-Id': sent } });
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('identify each request in one log line without personal data', async () => {
    const body = aLead({ email: 'canary@secret.example', phone: '+14155550199' });
    await world.call('submitLead', { body, headers: { 'X-Request-Id': 'find-me' } });
    const listed = await world.call('listLeads', { query: { search: 'canary@secret.example' } });
    // A line is logged only after its answer was sent.
    const linesOf = (id: string | null) => world.logged.filter(({ requestId }) => requestId === id);
    await eventually(
      'the request is logged',
      () => linesOf(listed.headers.get('x-request-id')).length > 0,
      15_000,
    );
    const lines = linesOf('find-me');
    expect(lines).toMatchObject([
      { message: 'request', method: 'POST', route: submitPath, status: 202, tenantId: 'alpha' },
    ]);
    expect(JSON.stringify(world.logged)).not.toMatch(/canary|5550199|Ortiz/);
  });
});

describe('a client connection', () => {
  it('is cut when the headers are sent too slowly, with an answer that asks to try again', async () => {
    const startedAt = Date.now();
    const { head, body } = await exchange('GET /api/v1/leads HTTP/1.1\r\nHost: x\r\n');
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable$[^]*^Retry-After: \d+$/m);
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  });

  it.each([
    ['that is no HTTP', 'HELLO\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'that names no host',
      'GET /api/v1/leads HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    ['of an unknown method', 'FETCH /api/v1/leads HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'whose key is larger than any header may be',
      `GET /api/v1/leads HTTP/1.1\r\nHost: x\r\nX-API-Key: ${'k'.repeat(40_000)}\r\n\r\n`,
      401,
      'UNAUTHORIZED',
    ],
    [
      'with an unsupported Expect header',
      'GET /api/v1/leads HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n',
      401,
      'UNAUTHORIZED',
    ],
  ])(
    'is answered in the envelope, with a request id, and closed for a request %s',
    async (_, sent, status, code) => {
      const { head, body } = await exchange(sent);
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/m);
      expect(JSON.parse(body)).toMatchObject({ success: false, error: { code } });
    },
  );

  it('may be closed by the client during a body without effect on the process', async () => {
    const { port } = new URL(world.url);
    await new Promise<void>((resolve) => {
      const request = httpRequest({
        port,
        path: submitPath,
        method: 'POST',
        headers: { 'X-API-Key': world.alpha.key, 'Content-Type': 'application/json', 'Content-Length': 1000 },
      });
      request.on('error', () => resolve());
      request.write('{"campaignId":');
      setTimeout(() => request.destroy(), 100);
    });
    expect((await world.call('listLeads')).status).toBe(200);
  });

  it('gets security headers that let no browser show an answer as a page', async () => {
    const { headers } = await world.call('listLeads');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('health and metrics', () => {
  it('are served without a key and outside of /api', async () => {
    expect(await (await fetch(`${world.url}/healthz`)).json()).toEqual({ alive: true });
    expect(await (await fetch(`${world.url}/readyz`)).json()).toEqual({ ready: true });
  });

  it('are not served on the port of the interface', async () => {
    const { status, error } = await world.request('GET', '/metrics', { key: null });
    expect([status, error?.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('count requests by route and status', async () => {
    await world.call('getCampaign', { params: { campaignId: 'NONE' } });
    const text = await world.core.metrics.registry.metrics();
    expect(text).toMatch(
      /sluice_http_requests_total\{route="\/api\/v1\/campaigns\/\{campaignId\}",status="404",service="gateway"\} \d+/,
    );
  });
});
/** Sends bytes and returns everything received until the connection is closed. */
async function exchange(sent: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(sent);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => socket.once('close', resolve));
  const end = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, end).replaceAll('\r', ''), body: text.slice(end + 4) };
}
