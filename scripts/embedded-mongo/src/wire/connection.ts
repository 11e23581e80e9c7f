/**
 * One client connection. Its messages are answered strictly in order, as by a MongoDB server, while messages of other
 * connections run concurrently. `request.ts` interprets the messages.
 */
import type { Socket } from 'node:net';
import { serialize } from 'bson';
import { EngineError, type EngineCommand } from '../engine-library.js';
import type { NativeEngine } from '../native-engine.js';
import type { HelloReply } from './hello.js';
import { MessageFramer } from './message-framer.js';
import { replyHead, type ReplyAddress } from './message.js';
import { readRequest, type Request } from './request.js';

/** Above this many waiting messages the socket is not read until the engine catches up. */
const MAX_WAITING_MESSAGES = 64;

/** A connection being served. */
export interface Connection {
  /** Resolves once the socket is closed and every message received before is executed. */
  readonly ended: Promise<void>;
  /** Resolves once the current message is answered; later messages are dropped and the socket is closed. */
  drain(): Promise<void>;
}

/** What the connections of one front share. */
export interface Served {
  readonly engine: NativeEngine;
  readonly hello: HelloReply;
}

/** Serves `socket` until it closes. Every message received completely is executed, even if it cannot be answered. */
export function serveConnection(socket: Socket, served: Served, connectionId: number): Connection {
  const framer = new MessageFramer();
  const waiting: Buffer[] = [];
  let working: Promise<void> | undefined;
  let replies = 0;

  const reply = (address: ReplyAddress, body: Buffer): void => {
    if (!socket.writable) return;
    const head = replyHead(address, ++replies, body.length);
    socket.cork();
    socket.write(head);
    socket.write(body);
    socket.uncork();
  };

  const answer = async (message: Buffer): Promise<void> => {
    const request = readRequest(message);
    const body = await replyBody(request, served, connectionId);
    if (request.replyTo !== undefined) reply(request.replyTo, body);
  };
  const work = async (): Promise<void> => {
    try {
      for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
        await answer(message);
        if (waiting.length < MAX_WAITING_MESSAGES && socket.isPaused()) socket.resume();
      }
    } catch (error) {
      // A message that cannot be read or executed ends its connection, because no reply could be matched to it.
      waiting.length = 0;
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      working = undefined;
    }
  };

  socket.on('data', (chunk: Buffer) => {
    try {
      framer.push(chunk, waiting);
    } catch (error) {
      socket.destroy(error as Error);
    }
    if (waiting.length >= MAX_WAITING_MESSAGES) socket.pause();
    if (waiting.length > 0) working ??= work();
  });
  // A client that was killed is no error: 'close' follows, and its last messages are still executed.
  socket.on('error', () => {});

  return {
    ended: new Promise<void>((resolve) => socket.once('close', resolve)).then(() => working),
    async drain() {
      socket.pause();
      waiting.length = 0;
      await working;
      socket.end();
    },
  };
}

async function replyBody(request: Request, { engine, hello }: Served, connectionId: number): Promise<Buffer> {
  switch (request.kind) {
    case 'hello':
      return hello(connectionId);
    case 'answered':
      return request.body;
    case 'execute':
      return execute(engine, request.command);
  }
}

/** Bytes that the engine does not accept as a command get an error in reply, and the connection stays. */
async function execute(engine: NativeEngine, command: EngineCommand): Promise<Buffer> {
  try {
    return await engine.run(command);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return Buffer.from(serialize({ ok: 0, errmsg: error.message, code: 8, codeName: 'UnknownError' }));
  }
}
