/** Answers whose status arrives and whose body does not, as the bytes that a server sends. */
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { serveTcp, type Loopback } from './loopback.js';

const whole = '{"accepted":true,"id":"B-7","price":12.5}';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** What a server does after it has sent the status line. */
interface BrokenAnswer {
  readonly headers: readonly string[];
  readonly body: string | Buffer;
  /** Default: it closes the connection. */
  readonly then?: 'stalls' | 'resets';
  /** How the body ended, as the client reports it. */
  readonly problem: 'reset' | 'timeout' | 'malformed';
}

/** Each way to break a body, by name. */
export const brokenAnswers: Readonly<Record<string, BrokenAnswer>> = {
  'a body that is not gzip although it says so': {
    headers: ['Content-Encoding: gzip', `Content-Length: ${whole.length}`],
    body: whole,
    problem: 'malformed',
  },
  'an archive that is cut short': {
    headers: ['Content-Encoding: gzip', 'Content-Length: 30'],
    body: gzipSync(whole).subarray(0, 30),
    problem: 'malformed',
  },
  'a body shorter than its Content-Length': {
    headers: [`Content-Length: ${whole.length + 10}`],
    body: whole,
    problem: 'reset',
  },
  'a body without its last chunk': {
    headers: ['Transfer-Encoding: chunked'],
    body: chunk(whole),
    problem: 'reset',
  },
  'a chunk whose size cannot be read': {
    headers: ['Transfer-Encoding: chunked'],
    body: `${chunk(whole)}zz\r\nmore\r\n0\r\n\r\n`,
    problem: 'malformed',
  },
  'a body that stalls until the timeout': {
    headers: [`Content-Length: ${whole.length}`],
    body: whole.slice(0, 5),
    then: 'stalls',
    problem: 'timeout',
  },
  'a body that never begins': {
    headers: [`Content-Length: ${whole.length}`],
    body: '',
    then: 'stalls',
    problem: 'timeout',
  },
  'a connection that is reset in the middle': {
    headers: [`Content-Length: ${whole.length}`],
    body: whole.slice(0, 20),
    then: 'resets',
    problem: 'reset',
  },
};

/** A server that answers every request with this status and then breaks the body; `calls` counts the requests. */
export async function serveBroken(
  name: string,
  status: number,
): Promise<Loopback & { readonly calls: () => number }> {
  const { headers, body, then } = brokenAnswers[name]!;
  let calls = 0;
  const loopback = await serveTcp((socket) => {
    let request = '';
    socket.on('data', (bytes) => {
      request += bytes.toString('latin1');
      if (!isWhole(request)) return;
      request = '';
      calls += 1;
      socket.write(`HTTP/1.1 ${status} Status\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);
      socket.write(body, () => end(socket, then));
    });
  });
  return { ...loopback, calls: () => calls };
}

function end(socket: Socket, then: BrokenAnswer['then']): void {
  if (then === undefined) socket.end();
  // A reset would discard what the client has not read yet.
  if (then === 'resets') setTimeout(() => socket.resetAndDestroy(), 100);
}

function isWhole(request: string): boolean {
  const head = request.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
  return head >= 0 && request.length >= head + 4 + length;
}
