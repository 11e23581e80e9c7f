import { brokenAnswers, serveBroken, type BrokenServer, eventually } from '@sluice/testing';
import { createOutboundClient } from '../src/index.js';
import type { OutboundClient } from '../src/index.js';
import { closeServers, serveHttp, serveTcp } from './loopback.js';

let client: OutboundClient;
beforeEach(() => {
  client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
});
afterEach(async () => {
  client.close();
  await broken?.close();
  await closeServers();
});
let broken: BrokenServer | undefined;
const breaks = async (name: string, status: number) => (broken = await serveBroken(name, status));

const post = (url: string, timeoutMs = 1_000) =>
  client.send({ url, method: 'POST', headers: {}, body: 'a=1', timeoutMs });

describe.each(Object.keys(brokenAnswers))('after %s', (name) => {
  it.each([200, 410, 503])('the status %d stands', async (status) => {
    const { url, calls } = await breaks(name, status);
    const answer = await post(url);
    expect(answer).toMatchObject({
      kind: 'answered',
      status,
      truncated: false,
      bodyProblem: brokenAnswers[name]!.problem,
    });
    expect(answer.durationMs).toBeLessThan(5_000);
    expect(calls()).toBe(1);
  });
});

it('what came of a broken body is kept for people to read', async () => {
  const { url } = await breaks('a body without its last chunk', 200);
  expect(await post(url)).toMatchObject({ body: '{"accepted":true,"id":"B-7","price":12.5}' });
});

it('a body that breaks off after the size limit is only cut', async () => {
  const { url } = await serveTcp((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      socket.end('x'.repeat(80_000));
    }),
  );
  const answer = await post(url);
  expect(answer).toMatchObject({ kind: 'answered', truncated: true });
  expect(answer).not.toHaveProperty('bodyProblem', expect.anything());
});

it('bytes after the end of an answer are not read, and do not change it', async () => {
  const { url } = await serveTcp((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"more": 1}')),
  );
  const answer = await post(url);
  expect(answer).toMatchObject({ kind: 'answered', status: 200, body: '{}' });
  expect(answer).not.toHaveProperty('bodyProblem', expect.anything());
});

it('an empty body that claims to be compressed is an empty body', async () => {
  const { url } = await serveHttp((_req, res) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end());
  const answer = await post(url);
  expect(answer).toMatchObject({ kind: 'answered', status: 200, body: '' });
  expect(answer).not.toHaveProperty('bodyProblem', expect.anything());
});

it('a call whose client is closed while the body arrives keeps its status', async () => {
  const { url, calls } = await breaks('a body that never begins', 202);
  const call = post(url, 20_000);
  await eventually('it is called', () => calls() > 0, 10_000);
  // The status needs a moment to arrive.
  await new Promise((done) => setTimeout(done, 200));
  client.close();
  expect(await call).toMatchObject({ kind: 'answered', status: 202, bodyProblem: 'reset' });
});

describe('the charset of an answer', () => {
  const answers = async (body: Buffer, contentType: string) => {
    const { url } = await serveHttp((_req, res) =>
      res.writeHead(200, { 'Content-Type': contentType }).end(body),
    );
    const answer = await post(url);
    if (answer.kind !== 'answered') throw new Error(answer.reason);
    return answer;
  };

  it('is the declared one, and a byte order mark is dropped', async () => {
    expect(await answers(Buffer.from([0x93, 0xe9, 0x94]), 'text/plain; charset=windows-1252')).toMatchObject({
      body: '“é”',
      bodyRead: '“é”',
    });
    expect(await answers(Buffer.from('\ufeff{"a":1}'), 'application/json')).toMatchObject({
      bodyRead: '{"a":1}',
    });
  });

  it.each([
    ['utf-8', (text: string) => Buffer.from(text)],
    ['utf-16', (text: string) => Buffer.from(text, 'utf16le')],
  ])('does not change where a long answer in %s is cut: between characters', async (charset, encode) => {
    const text = `x${'漢😀'.repeat(30_000)}`;
    const { body, bodyRead, truncated } = await answers(encode(text), `text/plain; charset=${charset}`);
    expect(truncated).toBe(true);
    for (const [part, most] of [
      [body, 20 * 1024],
      [bodyRead, 64 * 1024 * 1.5],
    ] as const) {
      expect(text.startsWith(part)).toBe(true);
      expect(part).not.toMatch(/\p{Surrogate}/u);
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(most);
      expect(Buffer.byteLength(part)).toBeGreaterThan(20 * 1024 - 4);
    }
  });
});
