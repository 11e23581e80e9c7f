/** Servers whose status arrives and whose body does not: the bytes that receivers send when something breaks. */
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { listen, type Listening } from './listen.js';

const whole = '{"accepted":true,"id":"B-7","price":12.5}';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** What a server sends behind its status line, and does then. */
export interface BrokenAnswer {
  readonly headers: readonly string[];
  readonly body: string | Buffer;
  /** Default: it closes the connection. */
  readonly then?: 'stalls' | 'resets';
  /** How the body ends for the client. */
  readonly problem: 'reset' | 'timeout' | 'answer_malformed';
}

/** Each way to break a body, by name. */
export const brokenAnswers: Readonly<Record<string, BrokenAnswer>> = {
  'a body that is not gzip although it says so': {
    headers: ['Content-Encoding: gzip', `Content-Length: ${whole.length}`],
    body: whole,
    problem: 'answer_malformed',
  },
  'an archive that is cut short': {
    headers: ['Content-Encoding: gzip', 'Content-Length: 30'],
    body: gzipSync(whole).subarray(0, 30),
    problem: 'answer_malformed',
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
    problem: 'answer_malformed',
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

/** A server on loopback that answers every request alike. */
export interface BrokenServer extends Listening {
  /** How many requests it received. */
  readonly calls: () => number;
}

/** A server that answers with `status` and then breaks the body in the way of this name. */
export async function serveBroken(name: string, status: number): Promise<BrokenServer> {
  const answer = brokenAnswers[name];
  if (!answer) throw new Error(`no way to break a body is called ${name}`);
  let calls = 0;
  const server = createServer((socket) => {
    let request = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      request += bytes.toString('latin1');
      if (!isWhole(request)) return;
      request = '';
      calls += 1;
      send(socket, status, answer);
    });
  });
  return { ...(await listen(server)), calls: () => calls };
}

function send(socket: Socket, status: number, { headers, body, then }: BrokenAnswer): void {
  socket.write(`HTTP/1.1 ${status} Status\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);
  socket.write(body, () => {
    if (then === undefined) socket.end();
    // A reset at once would discard what the client has not read yet.
    if (then === 'resets') setTimeout(() => socket.resetAndDestroy(), 100);
  });
}

function isWhole(request: string): boolean {
  const head = request.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
  return head >= 0 && request.length >= head + 4 + length;
}
