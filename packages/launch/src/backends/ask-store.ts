/**
 * Whether a store on this machine answers its own protocol, asked on a connection of its own and without a driver:
 * what a driver keeps to itself (a reset, a silence, another process) is what is to be known here.
 */
import { connect } from 'node:net';
import { BSON } from 'mongodb';

/**
 * What came of a question. `busy`: it answers, and says that it cannot work yet. `refuses`: the connection was refused,
 * reset or closed, or what answers is not the process that was started. `silent`: nothing came in time.
 */
export type StoreAnswer =
  | { readonly kind: 'answers' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refuses'; readonly how: string }
  | { readonly kind: 'silent' };

/** Where a store listens, and which process is to answer there. */
export interface StoreAddress {
  readonly port: number;
  /** Undefined where the process that listens is known anyway. */
  readonly pid?: number | undefined;
}

/** Asks a store within `withinMs`; never rejects and never takes longer. */
export type AskStore = (address: StoreAddress, withinMs: number) => Promise<StoreAnswer>;

/** Asks a Redis who it is. */
export const askRedis: AskStore = ({ port, pid }, withinMs) =>
  exchange(
    port,
    Buffer.from('INFO server\r\n'),
    (reply) => readRedis(reply.toString('latin1'), pid),
    withinMs,
  );

/** Asks a MongoDB, a mongod's own or the embedded engine's front, whether it is there: `ping` on the admin database. */
export const askMongo: AskStore = ({ port }, withinMs) =>
  exchange(port, opMsg({ ping: 1, $db: 'admin' }), readPing, withinMs);

/** Asks a mongod for its process id, which no other process on its port would give. */
export const askMongod: AskStore = ({ port, pid }, withinMs) =>
  exchange(
    port,
    opMsg({ serverStatus: 1, repl: 0, metrics: 0, locks: 0, wiredTiger: 0, $db: 'admin' }),
    (reply) => readPing(reply, pid),
    withinMs,
  );

const ANOTHER = { kind: 'refuses', how: 'another process answers there' } as const;

function readRedis(reply: string, pid: number | undefined): StoreAnswer | undefined {
  if (/^-(LOADING|BUSY)/.test(reply)) return reply.includes('\r\n') ? { kind: 'busy' } : undefined;
  const said = /\r\nprocess_id:(\d+)\r\n/.exec(reply)?.[1];
  if (said !== undefined) return pid === undefined || Number(said) === pid ? { kind: 'answers' } : ANOTHER;
  // Any other refusal, e.g. for want of a password, comes from a Redis that is not ours.
  return /^-.*\r\n/.test(reply) ? ANOTHER : undefined;
}

/** After the header of 16 bytes: four bytes of flags and the kind of the one section. */
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
    // A timer of its own: a socket's timeout begins anew with every byte.
    const deadline = setTimeout(() => finish({ kind: 'silent' }), withinMs);
    socket.on('connect', () => socket.write(question));
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      try {
        const answer = read(reply);
        if (answer !== undefined) finish(answer);
      } catch {
        finish({ kind: 'refuses', how: 'what answers there speaks another protocol' });
      }
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish({ kind: 'refuses', how: `connections are answered with ${error.code ?? error.message}` }),
    );
    socket.on('close', () => finish({ kind: 'refuses', how: 'connections are closed without an answer' }));
  });
}
