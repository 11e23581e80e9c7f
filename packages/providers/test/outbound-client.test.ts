import { eventually } from '@sluice/testing';
import { gzipSync } from 'node:zlib';
import { createOutboundClient } from '../src/index.js';
import type { OutboundClient, OutboundRequest } from '../src/index.js';
import { closeServers, deadPort, serveHttp, serveTcp } from './loopback.js';

let client: OutboundClient;

beforeEach(() => {
  client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8', '::1/128'] });
});

afterEach(async () => {
  client.close();
  await closeServers();
});

const post = (url: string, more: Partial<OutboundRequest> = {}) =>
  client.send({ url, method: 'POST', headers: {}, body: 'a=1', timeoutMs: 5_000, ...more });

describe('an outbound request', () => {
  it('carries method, path, query, headers and body as they were given', async () => {
    const seen: unknown[] = [];
    const { url } = await serveHttp((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString()));
      req.on('end', () => {
        seen.push([req.method, req.url, req.headers['content-type'], req.headers['idempotency-key'], body]);
        res.setHeader('X-Note', 'one').statusCode = 201;
        res.end('{"ok":"é"}');
      });
    });
    const answer = await post(`${url}/leads?x=1`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Idempotency-Key': 'sub_1.delivery' },
      body: '{"name":"José"}',
    });
    expect(seen).toEqual([
      ['PUT', '/leads?x=1', 'application/json; charset=utf-8', 'sub_1.delivery', '{"name":"José"}'],
    ]);
    expect(answer).toMatchObject({
      kind: 'answered',
      status: 201,
      headers: { 'x-note': 'one' },
      body: '{"ok":"é"}',
      bodyRead: '{"ok":"é"}',
      truncated: false,
    });
  });

  it('carries headers of any name, beside those of every request, and so does its answer', async () => {
    const names = [
      ...['common', 'get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'query'],
      ...['set', 'has', 'clear', 'normalize', 'concat', 'toJSON', 'toString', 'constructor'],
    ];
    const headers = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
    const seen: unknown[] = [];
    const { url } = await serveHttp((req, res) => {
      seen.push(req.headers);
      res.writeHead(200, headers);
      res.write('o');
      setTimeout(() => res.end('k'), 20);
    });
    const answer = await post(url, { headers: { ...headers, ACCEPT: 'text/xml' } });
    const lower = Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name]]));
    const always = { accept: 'text/xml', 'accept-encoding': 'identity', 'user-agent': 'Sluice/1.0' };
    expect(seen).toEqual([expect.objectContaining({ ...lower, ...always })]);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, headers: lower, body: 'ok' });
  });

  it('reuses one connection for consecutive calls', async () => {
    const server = await serveHttp((_req, res) => res.end('ok'));
    for (let call = 0; call < 5; call += 1) await post(server.url);
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['a line break in a value', { 'X-A': 'a\r\nX-B: b' }],
    ['a line break in a name', { 'X-A\r\nX-B': 'b' }],
    ['a NUL', { 'X-A': 'a\u0000b' }],
    ['a character that is not Latin-1', { 'X-A': '漢' }],
    ['another host', { Host: 'elsewhere.example' }],
    ['a length of its own', { 'content-length': '1' }],
    ['a transfer encoding', { 'Transfer-Encoding': 'chunked' }],
    ['a connection option', { Connection: 'upgrade' }],
  ] as [string, Record<string, string>][])(
    'is refused unsent when it has headers with %s',
    async (_what, headers) => {
      const server = await serveHttp((_req, res) => res.end());
      const answer = await post(server.url, { headers });
      expect(answer).toMatchObject({ kind: 'failed', reason: 'invalid_request', mayHaveArrived: false });
      expect(server.connections()).toBe(0);
    },
  );

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,hi', 'not a url', 'http://'])(
    'is refused when it has %s',
    async (url) => {
      expect(await post(url)).toMatchObject({ reason: 'invalid_request', mayHaveArrived: false });
    },
  );

  it('is refused when its URL contains credentials', async () => {
    const server = await serveHttp((_req, res) => res.end());
    const answer = await post(server.url.replace('//', '//user:secret@'));
    expect(answer).toMatchObject({ reason: 'invalid_request', mayHaveArrived: false });
    expect(server.connections()).toBe(0);
  });
});

describe('an answer of a server', () => {
  it.each([302, 307, 404, 429, 500, 503])('with status %i is returned as an answer', async (status) => {
    const { url } = await serveHttp((_req, res) => res.writeHead(status, { 'Retry-After': '7' }).end('why'));
    expect(await post(url)).toMatchObject({
      kind: 'answered',
      status,
      headers: { 'retry-after': '7' },
      body: 'why',
    });
  });

  it('is not followed when it redirects to a metadata address', async () => {
    const target = await serveHttp((_req, res) => res.end('secret'));
    const { url } = await serveHttp((req, res) => {
      const location = req.url === '/inside' ? target.url : 'http://169.254.169.254/latest/meta-data/';
      res.writeHead(302, { Location: location }).end();
    });
    expect(await post(`${url}/`)).toMatchObject({ kind: 'answered', status: 302 });
    expect(await post(`${url}/inside`)).toMatchObject({ kind: 'answered', status: 302 });
    expect(target.connections()).toBe(0);
  });

  it('is cut to 20 kB between characters, but response rules see all of it', async () => {
    const text = 'é'.repeat(15_000);
    const { url } = await serveHttp((_req, res) => res.end(`x${text}`));
    const answer = await post(url);
    if (answer.kind !== 'answered') throw new Error(answer.reason);
    expect(answer.truncated).toBe(false);
    expect(answer.bodyRead).toBe(`x${text}`);
    expect(Buffer.byteLength(answer.body)).toBe(20 * 1024 - 1);
    expect(answer.body).toBe(`x${'é'.repeat(10_239)}`);
  });

  it('of 1 GB is read at its start only, and the socket is closed', async () => {
    const block = Buffer.alloc(64 * 1024, 'x');
    let written = 0;
    let dropped = false;
    const { url } = await serveHttp((_req, res) => {
      res.writeHead(200, { 'Content-Length': 1024 ** 3 });
      const pump = () => {
        while (written < 1024 ** 3) {
          written += block.length;
          if (!res.write(block)) return;
        }
      };
      res.on('drain', pump).on('close', () => (dropped = true));
      pump();
    });
    const answer = await post(url);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, truncated: true });
    expect(answer.kind === 'answered' && answer.bodyRead.length).toBe(64 * 1024);
    expect(answer.durationMs).toBeLessThan(2_000);
    await eventually('the connection is dropped', () => dropped, 10_000);
    expect(written).toBeLessThan(32 * 1024 ** 2);
  });

  it('that is a gzip bomb is decompressed no further than it is read', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2));
    const { url } = await serveHttp((_req, res) =>
      res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    const answer = await post(url);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, truncated: true });
    expect(answer.kind === 'answered' && answer.bodyRead.length).toBe(64 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 ** 2);
  });

  it('that is compressed is decompressed', async () => {
    const { url } = await serveHttp((_req, res) =>
      res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"accepted":true}')),
    );
    expect(await post(url)).toMatchObject({ kind: 'answered', body: '{"accepted":true}' });
  });

  it('may have no body', async () => {
    const { url } = await serveHttp((_req, res) => res.writeHead(204).end());
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 204, body: '', truncated: false });
  });
});

describe('a failed outbound call', () => {
  it('has certainly not arrived when the connection is refused', async () => {
    const answer = await post(`http://127.0.0.1:${await deadPort()}/`);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'refused', mayHaveArrived: false });
  });

  it('has certainly not arrived when the name does not resolve', async () => {
    const answer = await post('http://nobody.invalid/');
    expect(answer).toMatchObject({ kind: 'failed', reason: 'dns', mayHaveArrived: false });
  });

  it('has certainly not arrived when the server does not speak TLS', async () => {
    const { port } = await serveTcp((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
    );
    const answer = await post(`https://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'tls', mayHaveArrived: false });
  });

  it('may have arrived when the server resets the connection after reading', async () => {
    const { url } = await serveTcp((socket) => socket.on('data', () => socket.resetAndDestroy()));
    expect(await post(url)).toMatchObject({ kind: 'failed', reason: 'reset', mayHaveArrived: true });
  });

  it('results for calls in flight when the client is closed', async () => {
    const server = await serveHttp(() => undefined);
    const call = post(server.url);
    await eventually('it is connected', () => server.connections() === 1, 10_000);
    client.close();
    expect(await call).toMatchObject({ kind: 'failed', mayHaveArrived: true });
  });
});

describe('the deadline of an outbound call', () => {
  // Long enough for a busy machine to connect and send before the deadline.
  const soon = { timeoutMs: 1_000 };
  const expectAtDeadline = (durationMs: number) => {
    expect(durationMs).toBeGreaterThanOrEqual(soon.timeoutMs - 1);
    // A busy machine fires timers late; a call that ignored its deadline would never end.
    expect(durationMs).toBeLessThan(5_000);
  };

  it('ends a call without an answer, and closes its socket', async () => {
    let closed = false;
    const { url } = await serveTcp((socket) => socket.resume().on('close', () => (closed = true)));
    const answer = await post(url, soon);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout', mayHaveArrived: true });
    expectAtDeadline(answer.durationMs);
    await eventually('the socket is closed', () => closed, 10_000);
  });

  it('ends a body that trickles in byte by byte; the status stands', async () => {
    const { url } = await serveHttp((_req, res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write('x'), 20);
      res.on('close', () => clearInterval(timer));
    });
    const answer = await post(url, soon);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, bodyProblem: 'timeout' });
    expect(answer.kind === 'answered' && answer.body).toMatch(/^x+$/);
    expectAtDeadline(answer.durationMs);
  });

  it('ends a head that trickles in byte by byte', async () => {
    const { url } = await serveTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expectAtDeadline((await post(url, soon)).durationMs);
  });

  it('ends a stalled TLS handshake, as certainly not arrived', async () => {
    const { port } = await serveTcp(() => undefined);
    const answer = await post(`https://127.0.0.1:${port}/`, soon);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout', mayHaveArrived: false });
    expectAtDeadline(answer.durationMs);
  });

  it('includes the wait for a free socket, as certainly not sent', async () => {
    const server = await serveHttp(() => undefined);
    const hanging = Array.from({ length: 256 }, () => post(server.url, { timeoutMs: 20_000 }));
    await eventually('all sockets are in use', () => server.connections() === 256, 10_000);
    const answer = await post(server.url, soon);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout', mayHaveArrived: false });
    expectAtDeadline(answer.durationMs);
    client.close();
    const ended = await Promise.all(hanging);
    expect(ended.every((each) => each.kind === 'failed' && each.mayHaveArrived)).toBe(true);
  });
});

describe('the guard against private addresses', () => {
  const everySpelling = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://127.0.0.1.:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://localhost:${port}/`,
    `http://LOCALHOST.:${port}/`,
    `http://１２７.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
  ];
  const elsewhere = [
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://198.18.0.1/',
  ];

  it('sends nothing to a private address, in any spelling', async () => {
    const server = await serveHttp((_req, res) => res.end('secret'));
    const strict = createOutboundClient({ allowedCidrs: [] });
    for (const url of everySpelling(server.port)) {
      const answer = await strict.send({ url, method: 'POST', headers: {}, body: 'a=1', timeoutMs: 20_000 });
      // Not every resolver knows the name with a trailing dot.
      const reasons = url.includes('LOCALHOST.') ? ['blocked', 'dns'] : ['blocked'];
      expect({ url, ...answer }).toMatchObject({ url, kind: 'failed', mayHaveArrived: false });
      expect(reasons).toContain(answer.kind === 'failed' && answer.reason);
    }
    strict.close();
    expect(server.connections()).toBe(0);
    expect(server.bytesReceived()).toBe(0);
  }, 60_000);

  it.each(elsewhere)('blocks %s although loopback is allowed', async (url) => {
    expect(await post(url, { timeoutMs: 1_000 })).toMatchObject({
      kind: 'failed',
      reason: 'blocked',
      mayHaveArrived: false,
    });
  });

  it('allows calls to permitted addresses, by address and by name', async () => {
    const { url, port } = await serveHttp((_req, res) => res.end('ok'));
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 200 });
    expect(await post(`http://localhost:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('does not let a client reuse a connection that it may not open itself', async () => {
    const server = await serveHttp((_req, res) => res.end('ok'));
    await post(server.url);
    const strict = createOutboundClient({ allowedCidrs: [] });
    const answer = await strict.send({ url: server.url, method: 'GET', headers: {}, timeoutMs: 1_000 });
    strict.close();
    expect(answer).toMatchObject({ reason: 'blocked' });
    expect(server.connections()).toBe(1);
  });
});
