/**
 * Checks whether a store on this machine answers its own protocol, over a separate connection and without a driver. A
 * driver would hide the very failures that matter here: a reset, a silence, another process on the port.
 */
import { connect } from 'node:net';
import { BSON } from 'mongodb';

/**
 * The result of a check. `busy`: the store answers that it is not ready yet. `refuses`: the connection was refused,
 * reset or closed, or another process answers. `silent`: no answer came in time.
 */
export type StoreAnswer =
  | { readonly kind: 'answers' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refuses'; readonly how: string }
  | { readonly kind: 'silent' };

/** The port of a store, and the process that should answer there. */
export interface StoreAddress {
  readonly port: number;
  /** Undefined if the listening process is known anyway. */
  readonly pid?: number | undefined;
}

/** Checks a store within `withinMs`; never rejects and never takes longer. */
export type AskStore = (address: StoreAddress, withinMs: number) => Promise<StoreAnswer>;

/** Asks a Redis for its process id. */
export const askRedis: AskStore = ({ port, pid }, withinMs) =>
  exchange(
    port,
    Buffer.from('INFO server\r\n'),
    (reply) => readRedis(reply.toString('latin1'), pid),
    withinMs,
  );

/** Sends a `ping` on the admin database to a MongoDB: a mongod, or the embedded engine's front. */
export const askMongo: AskStore = ({ port }, withinMs) =>
  exchange(port, opMsg({ ping: 1, $db: 'admin' }), readPing, withinMs);

/** Asks a mongod for its process id, which no other process on its port would return. */
export const askMongod: AskStore = ({ port, pid }, withinMs) =>
  exchange(
    port,
    opMsg({ serverStatus: 1, repl: 0, metrics: 0, locks: 0, wiredTiger: 0, $db: 'admin' }),
    (reply) => readPing(reply, pid),
    withinMs,
  );

const ANOTHER = { kind: 'refuses', how: 'another process answers on its port' } as const;

function readRedis(reply: string, pid: number | undefined): StoreAnswer | undefined {
  if (/^-(LOADING|BUSY)/.test(reply)) return reply.includes('\r\n') ? { kind: 'busy' } : undefined;
  const said = /\r\nprocess_id:(\d+)\r\n/.exec(reply)?.[1];
  if (said !== undefined) return pid === undefined || Number(said) === pid ? { kind: 'answers' } : ANOTHER;
  // Any other error, e.g. a missing password, comes from a Redis that is not ours.
  return /^-.*\r\n/.test(reply) ? ANOTHER : undefined;
}

/** The header of 16 bytes, four bytes of flags, and the kind of the only section. */
const BEFORE_BODY = 21;
const OP_MSG = 2013;

function opMsg(command: BSON.Document): Buffer {
  const body = BSON.serialize(command);
  const message = Buffer.alloc(BEFORE_BODY + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(1, 4);
  message.writeInt32LE(OP_MSG, 12);
  message.set(body, BEFORE_BODY);
  return message;
}

function readPing(reply: Buffer, pid?: number): StoreAnswer | undefined {
  if (reply.length < BEFORE_BODY || reply.length < reply.readInt32LE(0)) return undefined;
  const said = BSON.deserialize(reply.subarray(BEFORE_BODY, reply.readInt32LE(0))) as {
    ok?: number;
    pid?: unknown;
  };
  if (said.ok !== 1) return { kind: 'busy' };
  return pid === undefined || Number(said.pid) === pid ? { kind: 'answers' } : ANOTHER;
}

function exchange(
  port: number,
  question: Buffer,
  read: (reply: Buffer) => StoreAnswer | undefined,
  withinMs: number,
): Promise<StoreAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let reply = Buffer.alloc(0);
    const finish = (answer: StoreAnswer): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    // A separate timer, because a socket's timeout restarts with every byte.
    const deadline = setTimeout(() => finish({ kind: 'silent' }), withinMs);
    socket.on('connect', () => socket.write(question));
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      try {
        const answer = read(reply);
        if (answer !== undefined) finish(answer);
      } catch {
        finish({ kind: 'refuses', how: 'the process on its port speaks another protocol' });
      }
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish({ kind: 'refuses', how: `connections are answered with ${error.code ?? error.message}` }),
    );
    socket.on('close', () => finish({ kind: 'refuses', how: 'connections are closed without an answer' }));
  });
}
