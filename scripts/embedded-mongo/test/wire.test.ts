import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deserialize, serialize, UUID } from 'bson';
import { documentSequence } from './document-sequence.js';
import { startScratch, until, type Scratch } from './scratch.js';

/**
 * Messages that a driver rarely or never sends, written by hand: the front must answer them as a MongoDB server would.
 */
let scratch: Scratch;
const sockets: Socket[] = [];

beforeAll(async () => {
  scratch = await startScratch();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(() => scratch.dispose());

const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

interface Reply {
  readonly responseTo: number;
  readonly opcode: number;
  readonly body: Record<string, unknown>;
}

async function open(): Promise<Socket> {
  const socket = connect(scratch.engine.port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Resolves with the next `count` replies, in order of arrival. */
function replies(socket: Socket, count: number): Promise<Reply[]> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const found: Reply[] = [];
    socket.once('close', () => reject(new Error(`closed after ${found.length} replies`)));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        const opcode = message.readInt32LE(12);
        const body = deserialize(message.subarray(opcode === OP_MSG ? 21 : 36));
        found.push({ responseTo: message.readInt32LE(8), opcode, body });
      }
      if (found.length >= count) resolve(found);
    });
  });
}

function framed(requestId: number, opcode: number, ...parts: Uint8Array[]): Buffer {
  const message = Buffer.concat([Buffer.alloc(16), ...parts]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(requestId, 4);
  message.writeInt32LE(opcode, 12);
  return message;
}

function opMsg(requestId: number, command: object, flags = 0, ...sections: Uint8Array[]): Buffer {
  const flagBits = Buffer.alloc(4);
  flagBits.writeUInt32LE(flags);
  const checksum = Buffer.alloc(flags & CHECKSUM_PRESENT ? 4 : 0);
  return framed(requestId, OP_MSG, flagBits, Buffer.from([0]), serialize(command), ...sections, checksum);
}

describe('the wire protocol proxy of the embedded engine', () => {
  it('answers a hello in the oldest message format in that format', async () => {
    const socket = await open();
    const head = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('admin.$cmd\0'),
      Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]),
    ]);
    socket.write(framed(5, OP_QUERY, head, serialize({ isMaster: 1, helloOk: true })));
    const [reply] = await replies(socket, 1);
    expect(reply).toMatchObject({
      responseTo: 5,
      opcode: 1,
      body: { ok: 1, ismaster: true, helloOk: true, logicalSessionTimeoutMinutes: 30 },
    });
  });

  it('answers a monitor that would wait for a topology change at once, and offers no change streaming', async () => {
    const socket = await open();
    const startedAt = performance.now();
    socket.write(
      opMsg(
        6,
        { hello: 1, topologyVersion: { counter: 0 }, maxAwaitTimeMS: 10_000, $db: 'admin' },
        EXHAUST_ALLOWED,
      ),
    );
    const [reply] = await replies(socket, 1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(reply?.body).toMatchObject({ ok: 1, isWritablePrimary: true });
    expect(reply?.body).not.toHaveProperty('topologyVersion');
  });

  it('numbers each connection', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const socket = await open();
        socket.write(opMsg(1, { hello: 1, $db: 'admin' }));
        const [reply] = await replies(socket, 1);
        return reply?.body.connectionId;
      }),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('answers pipelined messages of one connection in order, also when they arrive byte by byte', async () => {
    const socket = await open();
    const stream = Buffer.concat(
      Array.from({ length: 5 }, (_, i) =>
        opMsg(100 + i, { ping: 1, lsid: { id: new UUID() }, $db: 'admin' }),
      ),
    );
    const received = replies(socket, 205);
    for (const byte of stream) {
      socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    socket.write(
      Buffer.concat(Array.from({ length: 200 }, (_, i) => opMsg(200 + i, { ping: 1, $db: 'admin' }))),
    );
    const order = (await received).map(({ responseTo }) => responseTo);
    expect(order).toEqual([
      ...Array.from({ length: 5 }, (_, i) => 100 + i),
      ...Array.from({ length: 200 }, (_, i) => 200 + i),
    ]);
  });

  it('accepts document sequences behind a session and a checksum after them', async () => {
    const socket = await open();
    const sequence = documentSequence('documents', [{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    socket.write(
      opMsg(7, { insert: 'sequences', lsid: { id: new UUID() }, $db: 'test' }, CHECKSUM_PRESENT, sequence),
    );
    const [reply] = await replies(socket, 1);
    expect(reply?.body).toMatchObject({ ok: 1, n: 3 });
    expect(await scratch.db.collection('sequences').countDocuments()).toBe(3);
  });

  it('answers what the engine does not accept as a command with an error, and keeps the connection', async () => {
    const socket = await open();
    const broken = opMsg(10, { insert: 'broken', documents: [{ text: 'five!' }], $db: 'test' });
    broken.writeInt32LE(9_999, broken.indexOf('five!') - 4);
    socket.write(broken);
    socket.write(opMsg(11, { ping: 1, $db: 'no/such name' }));
    socket.write(opMsg(12, { ping: 1, $db: 'test' }));
    const [malformed, misnamed, ping] = await replies(socket, 3);
    expect(malformed?.body).toMatchObject({
      ok: 0,
      code: 8,
      errmsg: expect.stringMatching(/BSON/) as unknown,
    });
    expect(misnamed?.body).toMatchObject({
      ok: 0,
      code: 8,
      errmsg: expect.stringMatching(/name/) as unknown,
    });
    expect(ping).toMatchObject({ responseTo: 12, body: { ok: 1 } });
  });

  it('executes an insert as large as it announces, and more commands at once than it has threads', async () => {
    const socket = await open();
    socket.write(opMsg(12, { hello: 1, $db: 'admin' }));
    const [hello] = await replies(socket, 1);
    const most = hello?.body.maxMessageSizeBytes as number;
    const large = documentSequence('documents', Array(4).fill({ text: 'x'.repeat(most / 4 - 1_000) }));
    socket.write(opMsg(13, { insert: 'large', $db: 'test' }, 0, large));
    const [reply] = await replies(socket, 1);
    expect(reply?.body).toMatchObject({ ok: 1, n: 4 });
    const many = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const other = await open();
        other.write(opMsg(i, { count: 'large', query: { text: /y$/ }, $db: 'test' }));
        return replies(other, 1);
      }),
    );
    expect(many.map(([one]) => one?.body)).toEqual(many.map(() => ({ ok: 1, n: 0 })));
  });

  it('executes a write that wants no reply before the next message, and does not reply to it', async () => {
    const socket = await open();
    const write = { insert: 'unacknowledged', documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db: 'test' };
    socket.write(
      Buffer.concat([opMsg(8, write, MORE_TO_COME), opMsg(9, { count: 'unacknowledged', $db: 'test' })]),
    );
    const [reply] = await replies(socket, 1);
    expect(reply).toMatchObject({ responseTo: 9, body: { n: 1, ok: 1 } });
  });

  it('answers the session commands that would end the engine', async () => {
    const { pid } = scratch.engine;
    const socket = await open();
    const lsid = { id: new UUID() };
    const commands = [
      { startSession: 1 },
      { refreshSessions: [lsid] },
      { killSessions: [lsid] },
      { killAllSessions: [] },
      { killAllSessionsByPattern: [] },
      { endSessions: [lsid] },
    ];
    socket.write(Buffer.concat(commands.map((command, i) => opMsg(i, { ...command, $db: 'admin' }))));
    const received = await replies(socket, commands.length);
    expect(received.map(({ body }) => body.ok)).toEqual(commands.map(() => 1));
    expect(scratch.engine.pid).toBe(pid);
  });

  it.each([
    ['a length below a header', Buffer.from([3, 0, 0, 0, 0, 0, 0, 0])],
    ['a length above the limit of a server', Buffer.from([0, 0, 0, 0x7f, 0, 0, 0, 0])],
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['an unknown opcode', framed(1, 2012, Buffer.alloc(10))],
    [
      'a command that is not a document',
      framed(1, OP_MSG, Buffer.alloc(4), Buffer.from([0, 255, 255, 0, 0, 1, 2])),
    ],
  ])('closes only the connection that sends %s', async (_, bytes) => {
    const socket = await open();
    socket.resume();
    const closed = once(socket, 'close');
    socket.write(bytes);
    await closed;
    expect(await scratch.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it("executes a killed client's complete messages and nothing of an incomplete one", async () => {
    const socket = await open();
    const insert = (_id: number) => opMsg(_id, { insert: 'killed', documents: [{ _id }], $db: 'test' });
    socket.write(Buffer.concat([insert(1), insert(2), insert(3).subarray(0, -1)]), () => socket.destroy());
    const killed = scratch.db.collection('killed');
    await until(async () => (await killed.countDocuments()) === 2);
    expect((await killed.find().toArray()).map(({ _id }) => _id as unknown)).toEqual([1, 2]);
  });
});
