import { deserialize, serialize, Long, UUID } from 'bson';
import { documentSequence } from '../../test/document-sequence.js';
import { CHECKSUM_PRESENT, EXHAUST_ALLOWED, flagsOf, MORE_TO_COME } from './message.js';
import { readRequest, type Request } from './request.js';

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

function forwarded(request: Request): Buffer {
  if (request.kind !== 'forward') throw new Error('answered');
  return request.message;
}

describe('readRequest', () => {
  it('forwards a command unchanged except for its session', () => {
    const sequence = documentSequence('documents', [{ a: 1 }, { a: 2 }]);
    const request = readRequest(
      opMsg({ insert: 'leads', ordered: false, lsid, $db: 'sluice' }, { sequence }),
    );
    expect(forwarded(request)).toEqual(
      opMsg({ insert: 'leads', ordered: false, $db: 'sluice' }, { sequence }),
    );
    expect(request).toMatchObject({ requestId: 41, wantsReply: true, isHello: false });
  });

  it('finds the command behind a document sequence', () => {
    const sequence = documentSequence('documents', [{ a: 1 }]);
    const request = readRequest(
      opMsg({ insert: 'leads', lsid, $db: 'sluice' }, { sequence, sequenceFirst: true }),
    );
    expect(forwarded(request)).toEqual(
      opMsg({ insert: 'leads', $db: 'sluice' }, { sequence, sequenceFirst: true }),
    );
  });

  it('removes a checksum and the permission to stream', () => {
    const request = readRequest(
      opMsg({ ping: 1, $db: 'admin' }, { flags: CHECKSUM_PRESENT | EXHAUST_ALLOWED }),
    );
    expect(forwarded(request)).toEqual(opMsg({ ping: 1, $db: 'admin' }));
  });

  it('turns a hello that would wait for a topology change into one that is answered at once', () => {
    const waiting = { hello: 1, topologyVersion: { counter: 1 }, maxAwaitTimeMS: 10_000, $db: 'admin' };
    const request = readRequest(opMsg(waiting, { flags: EXHAUST_ALLOWED }));
    expect(forwarded(request)).toEqual(opMsg({ hello: 1, $db: 'admin' }));
    expect(request).toMatchObject({ isHello: true });
  });

  it('keeps the flag of a write that wants no reply', () => {
    const request = readRequest(opMsg({ insert: 'leads', lsid, $db: 'sluice' }, { flags: MORE_TO_COME }));
    expect(request.wantsReply).toBe(false);
    expect(flagsOf(forwarded(request))).toBe(MORE_TO_COME);
  });

  it.each(['endSessions', 'refreshSessions', 'killSessions', 'killAllSessions', 'killAllSessionsByPattern'])(
    'answers %s without forwarding it to the engine',
    (name) => {
      const request = readRequest(opMsg({ [name]: [lsid], $db: 'admin' }));
      expect(request).toMatchObject({ kind: 'answered', requestId: 41 });
    },
  );

  it('answers startSession with a new session', () => {
    const request = readRequest(opMsg({ startSession: 1, $db: 'admin' }));
    if (request.kind !== 'answered') throw new Error('forwarded');
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
      if (request.kind !== 'answered') throw new Error('forwarded');
      expect(deserialize(request.body)).toMatchObject({ ok: 0, code: 20, codeName: 'IllegalOperation' });
    }
  });

  it('refuses messages of any other kind', () => {
    const compressed = opMsg({ ping: 1, $db: 'admin' });
    compressed.writeInt32LE(2012, 12);
    expect(() => readRequest(compressed)).toThrow(RangeError);
  });
});
