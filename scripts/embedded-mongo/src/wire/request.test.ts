import { deserialize, serialize, Long, UUID } from 'bson';
import { documentSequence } from '../../test/document-sequence.js';
import { readRequest, type Request } from './request.js';

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

const lsid = { id: new UUID() };

function opMsg(
  command: object,
  options: { flags?: number; sequence?: Buffer; sequenceFirst?: boolean } = {},
): Buffer {
  const { flags = 0, sequence = Buffer.alloc(0), sequenceFirst = false } = options;
  const body = Buffer.concat([Buffer.from([0]), serialize(command)]);
  const head = Buffer.alloc(20);
  const checksum = Buffer.alloc(flags & CHECKSUM_PRESENT ? 4 : 0, 0xab);
  const message = Buffer.concat([head, ...(sequenceFirst ? [sequence, body] : [body, sequence]), checksum]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(41, 4);
  message.writeInt32LE(2013, 12);
  message.writeUInt32LE(flags, 16);
  return message;
}

function executed(request: Request): { database: string; command: object } {
  if (request.kind !== 'execute') throw new Error(request.kind);
  const { database, document } = request.command;
  return { database, command: deserialize(document) };
}

describe('readRequest', () => {
  it('executes a command without its session, with the documents next to it as its field', () => {
    const sequence = documentSequence('documents', [{ a: 1 }, { a: 2 }]);
    const request = readRequest(
      opMsg({ insert: 'leads', ordered: false, lsid, $db: 'sluice' }, { sequence }),
    );
    expect(executed(request)).toEqual({
      database: 'sluice',
      command: { insert: 'leads', ordered: false, documents: [{ a: 1 }, { a: 2 }] },
    });
    expect(request.replyTo).toEqual({ requestId: 41, legacy: false });
  });

  it('finds the command behind a document sequence', () => {
    const sequence = documentSequence('documents', [{ a: 1 }]);
    const request = readRequest(
      opMsg({ insert: 'leads', lsid, $db: 'sluice' }, { sequence, sequenceFirst: true }),
    );
    expect(executed(request).command).toEqual({ insert: 'leads', documents: [{ a: 1 }] });
  });

  it('ignores a checksum and the permission to stream', () => {
    const sequence = documentSequence('documents', [{ a: 1 }]);
    const flags = CHECKSUM_PRESENT | EXHAUST_ALLOWED;
    const request = readRequest(opMsg({ insert: 'leads', $db: 'sluice' }, { flags, sequence }));
    expect(executed(request).command).toEqual({ insert: 'leads', documents: [{ a: 1 }] });
  });

  it.each(['hello', 'isMaster', 'ismaster'])(
    'recognizes %s, also one that would wait for a change',
    (name) => {
      const waiting = { [name]: 1, topologyVersion: { counter: 1 }, maxAwaitTimeMS: 10_000, $db: 'admin' };
      expect(readRequest(opMsg(waiting, { flags: EXHAUST_ALLOWED }))).toEqual({
        kind: 'hello',
        replyTo: { requestId: 41, legacy: false },
      });
    },
  );

  it('addresses no reply to a write that wants none', () => {
    const request = readRequest(opMsg({ insert: 'leads', lsid, $db: 'sluice' }, { flags: MORE_TO_COME }));
    expect(executed(request).command).toEqual({ insert: 'leads' });
    expect(request.replyTo).toBeUndefined();
  });

  it.each(['endSessions', 'refreshSessions', 'killSessions', 'killAllSessions', 'killAllSessionsByPattern'])(
    'answers %s without the engine',
    (name) => {
      const request = readRequest(opMsg({ [name]: [lsid], $db: 'admin' }));
      expect(request).toMatchObject({ kind: 'answered', replyTo: { requestId: 41 } });
    },
  );

  it('answers startSession with a new session', () => {
    const request = readRequest(opMsg({ startSession: 1, $db: 'admin' }));
    if (request.kind !== 'answered') throw new Error(request.kind);
    expect(deserialize(request.body)).toMatchObject({
      id: { id: expect.any(UUID) as unknown },
      timeoutMinutes: 30,
      ok: 1,
    });
  });

  it('refuses a transaction with the error of a standalone server', () => {
    const inTransaction = { lsid, txnNumber: Long.fromNumber(1), autocommit: false };
    for (const command of [
      { insert: 'leads', documents: [{}], ...inTransaction, startTransaction: true, $db: 'sluice' },
      { commitTransaction: 1, ...inTransaction, $db: 'admin' },
    ]) {
      const request = readRequest(opMsg(command));
      if (request.kind !== 'answered') throw new Error(request.kind);
      expect(deserialize(request.body)).toMatchObject({ ok: 0, code: 20, codeName: 'IllegalOperation' });
    }
  });

  it('refuses messages of any other kind', () => {
    const compressed = opMsg({ ping: 1, $db: 'admin' });
    compressed.writeInt32LE(2012, 12);
    expect(() => readRequest(compressed)).toThrow(RangeError);
  });

  it('refuses everything but a hello in the oldest message format', () => {
    const query = (command: object): Buffer => {
      const head = Buffer.concat([Buffer.alloc(20), Buffer.from('admin.$cmd\0'), Buffer.alloc(8)]);
      head.writeInt32LE(41, 4);
      head.writeInt32LE(2004, 12);
      return Buffer.concat([head, serialize(command)]);
    };
    expect(readRequest(query({ isMaster: 1 }))).toEqual({
      kind: 'hello',
      replyTo: { requestId: 41, legacy: true },
    });
    expect(() => readRequest(query({ ping: 1 }))).toThrow(RangeError);
  });
});
