import { setTimeout as pause } from 'node:timers/promises';
import { connect, createServer, type Socket } from 'node:net';
import { duringEachTest } from './during-tests.js';
import { openLink } from './link.js';
import { listen } from './listen.js';

const echo = duringEachTest(() =>
  listen(createServer((socket) => socket.on('error', () => undefined).pipe(socket))),
);
const link = duringEachTest(() => openLink(echo.port));

interface Caller {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly gone: () => boolean;
}

async function call(): Promise<Caller> {
  const socket = connect(link.port, '127.0.0.1');
  let heard = '';
  let gone = false;
  socket.on('data', (data: Buffer) => (heard += data.toString()));
  socket.on('error', () => undefined).on('close', () => (gone = true));
  await new Promise((settled) => socket.once('connect', settled).once('close', settled));
  return { socket, heard: () => heard, gone: () => gone };
}

async function soon(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await pause(20);
  return holds();
}

it('an open fault proxy forwards everything, and answers in order after it was slow', async () => {
  const caller = await call();
  caller.socket.write('one ');
  expect(await soon(() => caller.heard() === 'one ')).toBe(true);
  link.become('slow');
  caller.socket.write('two ');
  await pause(20);
  link.become('open');
  caller.socket.write('three');
  expect(await soon(() => caller.heard() === 'one two three')).toBe(true);
  caller.socket.destroy();
});

it('a stalled fault proxy keeps what is sent, and forwards it later', async () => {
  const caller = await call();
  link.become('stalled');
  caller.socket.write('kept');
  await pause(100);
  expect(caller.heard()).toBe('');
  link.become('open');
  expect(await soon(() => caller.heard() === 'kept')).toBe(true);
  caller.socket.destroy();
});

it('a cut fault proxy resets connections, including new ones', async () => {
  const caller = await call();
  link.become('cut');
  expect(await soon(caller.gone)).toBe(true);
  const another = await call();
  expect(await soon(another.gone)).toBe(true);
});

it('a half-open fault proxy drops what is sent, and resets the dead connections afterwards', async () => {
  const caller = await call();
  link.become('half_open');
  caller.socket.write('lost');
  await pause(100);
  expect([caller.heard(), caller.gone()]).toEqual(['', false]);
  link.become('open');
  expect(await soon(caller.gone)).toBe(true);
  expect(caller.heard()).toBe('');
});
