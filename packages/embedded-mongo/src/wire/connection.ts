/**
 * One client connection. Its messages are answered strictly in order, as by a MongoDB server, while messages of other
 * connections run concurrently. `request.ts` interprets the messages.
 */
import type { Socket } from 'node:net';
import type { NativeEngine } from '../native-engine.js';
import { announceSessions } from './hello.js';
import { MessageFramer } from './message-framer.js';
import { replyHead, type ReplyAddress } from './message.js';
import { readRequest } from './request.js';

/** Above this many waiting messages the socket is not read until the engine catches up. */
const MAX_WAITING_MESSAGES = 64;

/** From this size on, in bytes, a reply's body is written separately instead of being copied behind its head. */
const SEPARATE_WRITE_BYTES = 16_384;

/** A connection being served. */
export interface Connection {
  /** Resolves once the current message is answered; later messages are dropped and the socket is closed. */
  drain(): Promise<void>;
}

/** Serves `socket` until it closes. Every message received completely is executed, even if it cannot be answered. */
export function serveConnection(socket: Socket, engine: NativeEngine, connectionId: number): Connection {
  const framer = new MessageFramer();
  const waiting: Buffer[] = [];
  let working: Promise<void> | undefined;
  let replies = 0;

  const reply = (address: ReplyAddress, body: Buffer): void => {
    if (!socket.writable) return;
    const head = replyHead(address, ++replies, body.length);
    if (body.length < SEPARATE_WRITE_BYTES) {
      socket.write(Buffer.concat([head, body], head.length + body.length));
      return;
    }
    socket.cork();
    socket.write(head);
    socket.write(body);
    socket.uncork();
  };

  const answer = async (message: Buffer): Promise<void> => {
    const request = readRequest(message);
    if (request.kind === 'answered') {
      if (request.wantsReply) reply({ requestId: request.requestId, legacy: false }, request.body);
      return;
    }
    const { response, legacy } = await engine.roundTrip(request.message);
    if (!request.wantsReply) return;
    const body = request.isHello ? announceSessions(response, connectionId) : response;
    reply({ requestId: request.requestId, legacy }, body);
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
    async drain() {
      socket.pause();
      waiting.length = 0;
      await working;
      socket.end();
    },
  };
}
