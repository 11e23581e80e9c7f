import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { eventually } from '@sluice/testing';
import { createOutboundClient } from '../src/index.js';
import type { OutboundClient } from '../src/index.js';
import { closeServers, serveTcp } from './loopback.js';

let client: OutboundClient;
beforeEach(() => {
  client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
});
afterEach(async () => {
  client.close();
  await closeServers();
});

const json = '{"status":"duplicate"}';
const plain = (...headers: string[]) =>
  ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${json.length}`, '', json].join('\r\n');
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A server that answers each request with the next of these bytes, and counts the requests. */
async function answersWith(...answers: (string | Buffer)[]) {
  let requests = 0;
  const server = await serveTcp((socket) => {
    let asked = '';
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      if (!asked.endsWith('a=1')) return;
      asked = '';
      const answer = answers[Math.min(requests, answers.length - 1)];
      requests += 1;
      if (answer !== undefined) socket.write(answer);
    });
  });
  return { ...server, requests: () => requests };
}

const post = (url: string, timeoutMs = 2_000) =>
  client.send({ url, method: 'POST', headers: {}, body: 'a=1', timeoutMs });

describe('an answer that other clients read', () => {
  it.each<[string, string]>([
    ['behind 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${plain()}`],
    [
      'behind 102 and 103 with headers',
      `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${plain()}`,
    ],
    ['with headers of 60 kB', plain(`X-Big: ${'x'.repeat(60_000)}`)],
    ['with a folded header', plain('X-Note: one', '  two')],
    ['with a control character in a header', plain('X-Note: a\u0001b')],
    [
      'with spaces behind the sizes of its chunks',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n16   \r\n${json}\r\n0  \r\n\r\n`,
    ],
    [
      'with both a length and chunks',
      `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n16\r\n${json}\r\n0\r\n\r\n`,
    ],
    ['without a phrase behind its status', plain().replace(' OK', '')],
    ['with bare line feeds', plain().replaceAll('\r\n', '\n')],
  ])('%s is read, after one request', async (_what, bytes) => {
    const server = await answersWith(bytes);
    const answer = await post(server.url);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, bodyRead: json, truncated: false });
    expect(answer).not.toHaveProperty('bodyProblem', expect.anything());
    expect(server.requests()).toBe(1);
  });

  it('has the folded value in its header', async () => {
    const server = await answersWith(plain('X-Note: one', '  two'));
    expect(await post(server.url)).toMatchObject({ headers: { 'x-note': 'one  two' } });
  });

  it.each<[string, Buffer]>([
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['Deflate ', deflateRawSync(json)],
    ['gzip, deflate', deflateRawSync(gzipSync(json))],
    ['deflate, gzip', gzipSync(deflateRawSync(json))],
    ['identity, x-gzip', gzipSync(json)],
    ['gzip,,br', brotliCompressSync(gzipSync(json))],
    ['utf-8', Buffer.from(json)],
  ])('in the codings %j is decoded (%#)', async (codings, body) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${codings}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const server = await answersWith(Buffer.concat([Buffer.from(head), body]));
    const answer = await post(server.url);
    expect(answer).toMatchObject({ kind: 'answered', bodyRead: json });
    expect(answer).not.toHaveProperty('bodyProblem', expect.anything());
  });

  it('that is a bomb in two codings is decoded no further than it is read', async () => {
    const body = gzipSync(gzipSync(Buffer.alloc(256 * 1024 ** 2)));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    const server = await answersWith(Buffer.concat([Buffer.from(head), body]));
    const before = process.memoryUsage().rss;
    expect(await post(server.url)).toMatchObject({ kind: 'answered', truncated: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 ** 2);
  });
});

describe('an answer that no client reads', () => {
  it.each<[string, string]>([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['has more than 64 kB of headers', plain(`X-Big: ${'x'.repeat(70_000)}`)],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['says two lengths', plain('Content-Length: 5')],
  ])('and %s is an unknown outcome with a reason of its own', async (_what, bytes) => {
    const server = await answersWith(bytes);
    const answer = await post(server.url);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'answer_malformed', mayHaveArrived: true });
    expect(server.requests()).toBe(1);
  });
});

describe('a connection that is used again', () => {
  const stray = 'HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{"accepted":true}';

  it.each([
    ['right behind it', 0],
    ['while the connection is idle', 30],
  ])('never answers a call with what the server sent %s', async (_when, afterMs) => {
    let sockets = 0;
    let isClosed = false;
    const { url } = await serveTcp((socket) => {
      sockets += 1;
      const isFirst = sockets === 1;
      if (isFirst) socket.on('close', () => (isClosed = true));
      socket.on('data', () => {
        socket.write(afterMs === 0 && isFirst ? plain() + stray : plain());
        if (isFirst && afterMs > 0) setTimeout(() => socket.write(stray), afterMs);
      });
    });
    expect(await post(url)).toMatchObject({ kind: 'answered', bodyRead: json });
    await eventually('the connection is closed', () => isClosed, 10_000);
    expect(await post(url)).toMatchObject({ kind: 'answered', bodyRead: json });
    expect(await post(url)).toMatchObject({ kind: 'answered', bodyRead: json });
  });

  it('is a new one after the server has closed the idle one', async () => {
    let sockets = 0;
    const { url } = await serveTcp((socket) => {
      sockets += 1;
      socket.on('data', () => socket.write(plain(), () => setTimeout(() => socket.end(), 30)));
    });
    for (let call = 0; call < 3; call += 1) {
      expect(await post(url)).toMatchObject({ kind: 'answered', bodyRead: json });
      await pause(100);
    }
    expect(sockets).toBe(3);
  });
});

it('calls that wait for a connection are not sent once the client is closed', async () => {
  const narrow = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'], connections: 1 });
  let requests = 0;
  const { url } = await serveTcp((socket) => socket.on('data', () => (requests += 1)));
  const send = () => narrow.send({ url, method: 'POST', headers: {}, body: 'a=1', timeoutMs: 5_000 });
  const calls = [send(), send(), send()];
  await pause(200);
  narrow.close();
  expect(await Promise.all(calls)).toMatchObject([
    { reason: 'reset', mayHaveArrived: true },
    { reason: 'reset', mayHaveArrived: false },
    { reason: 'reset', mayHaveArrived: false },
  ]);
  await pause(200);
  expect(requests).toBe(1);
  expect(await send()).toMatchObject({ reason: 'reset', mayHaveArrived: false });
});
