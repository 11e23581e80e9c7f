import {
  BSONError,
  serialize,
  ObjectId,
  Long,
  Decimal128,
  BSONRegExp,
  Code,
  Timestamp,
  MinKey,
  MaxKey,
} from 'bson';
import fc from 'fast-check';
import { documentSequence } from '../../test/document-sequence.js';
import { toEngineCommand, type ConvertedCommand } from './engine-command.js';
import { sectionsOf } from './message.js';

const UNWANTED = new Set(['lsid', 'txnNumber', '$clusterTime']);

/** A message of these sections: bytes of a command, and of sequences. */
function messageOf(command: Uint8Array, ...sequences: Buffer[]): Buffer {
  return Buffer.concat([Buffer.alloc(20), Buffer.from([0]), command, ...sequences]);
}

function convert(message: Buffer): ConvertedCommand {
  return toEngineCommand(message, sectionsOf(message), UNWANTED);
}

const converted = (command: object, ...sequences: Buffer[]) =>
  convert(messageOf(serialize({ ...command, $db: 'test' }), ...sequences)).command.document;

describe('toEngineCommand', () => {
  it('leaves out the unwanted fields and the database, and keeps every other byte, at any position of the fields', () => {
    const name = fc.constantFrom('insert', 'documents', 'ordered', 'lsid', 'txnNumber', '$clusterTime', 'x');
    const value = fc.oneof(
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string({ maxLength: 3 }), fc.double()),
    );
    const fields = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key });
    fc.assert(
      fc.property(fields, fc.nat(7), fc.string({ minLength: 1 }), (entries, position, database) => {
        fc.pre(!database.includes('\0'));
        const all = entries.toSpliced(position, 0, ['$db' as never, database]);
        const { command, removed } = convert(messageOf(serialize(Object.fromEntries(all))));
        const kept = Object.fromEntries(entries.filter(([key]) => !UNWANTED.has(key)));
        expect(command).toEqual({ database, document: Buffer.from(serialize(kept)) });
        expect(removed).toEqual(entries.map(([key]) => key).filter((key) => UNWANTED.has(key)));
      }),
    );
  });

  it('gives the engine the documents next to a command as the arrays that they stand for', () => {
    const documents = fc.array(fc.dictionary(fc.string({ maxLength: 3 }), fc.string()), { maxLength: 120 });
    fc.assert(
      fc.property(documents, documents, (ops, infos) => {
        const document = converted(
          { bulkWrite: 1 },
          documentSequence('ops', ops),
          documentSequence('nsInfo', infos),
        );
        expect(document).toEqual(Buffer.from(serialize({ bulkWrite: 1, ops, nsInfo: infos })));
      }),
    );
  });

  it('keeps a value of every BSON type', () => {
    const everything = {
      double: 1.5,
      string: 'text',
      document: { a: { b: 1 } },
      array: [1, 'two', { three: 3 }],
      binary: Buffer.from('bytes'),
      objectId: new ObjectId(),
      boolean: true,
      date: new Date(0),
      null: null,
      regex: new BSONRegExp('^a.*', 'i'),
      code: new Code('f()'),
      scoped: new Code('f()', { a: 1 }),
      int: 1,
      timestamp: new Timestamp({ t: 1, i: 2 }),
      long: Long.fromNumber(2),
      decimal: Decimal128.fromString('1.10'),
      min: new MinKey(),
      max: new MaxKey(),
    };
    expect(converted({ ...everything, lsid: { id: 1 } })).toEqual(Buffer.from(serialize(everything)));
  });

  it.each([
    [{ w: 'majority' }, { w: 1, j: true }],
    [
      { w: 'majority', wtimeout: Long.fromNumber(500), provenance: 'clientSupplied' },
      { w: 1, wtimeout: Long.fromNumber(500), provenance: 'clientSupplied', j: true },
    ],
    [
      { w: 'majority', j: true },
      { w: 1, j: true },
    ],
    [
      { w: 'majority', j: true, wtimeout: 500 },
      { w: 1, j: true, wtimeout: 500 },
    ],
    [
      { w: 'majority', j: false },
      { w: 1, j: false },
    ],
    [{ w: 1 }, { w: 1 }],
    [{ w: 0 }, { w: 0 }],
    [{ w: 'dc-east' }, { w: 'dc-east' }],
    [{ j: true }, { j: true }],
    [{}, {}],
  ])('makes a majority write concern wait for the journal: %j becomes %j', (writeConcern, expected) => {
    const insert = (concern: object) => ({
      insert: 'leads',
      documents: [{ a: 1 }],
      writeConcern: concern,
      ordered: true,
    });
    expect(converted(insert(writeConcern))).toEqual(Buffer.from(serialize(insert(expected))));
  });

  it('changes no write concern inside of a document', () => {
    const insert = { insert: 'leads', documents: [{ writeConcern: { w: 'majority' } }] };
    expect(converted(insert)).toEqual(Buffer.from(serialize(insert)));
  });

  it('refuses bytes that are not a command instead of reading beyond them', () => {
    const refusesOrConverts = (message: Buffer): boolean => {
      try {
        return Buffer.isBuffer(convert(message).command.document);
      } catch (error) {
        return error instanceof RangeError || BSONError.isBSONError(error);
      }
    };
    const command = serialize({ insert: 'leads', writeConcern: { w: 'majority', j: true }, $db: 'test' });
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(command.length - 1),
        fc.nat(255),
        (bytes, at, byte) => {
          expect(refusesOrConverts(messageOf(bytes))).toBe(true);
          expect(refusesOrConverts(messageOf(command.with(at, byte)))).toBe(true);
          expect(refusesOrConverts(messageOf(command, Buffer.from(bytes)))).toBe(true);
          const sequence = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from('ops\0'), bytes]);
          sequence.writeInt32LE(sequence.length - 1, 1);
          expect(refusesOrConverts(messageOf(command, sequence))).toBe(true);
        },
      ),
    );
    expect(() => convert(messageOf(serialize({ ping: 1 })))).toThrow('without a database');
    expect(() => convert(messageOf(command.with(-1, 1)))).toThrow('must end in 0x00');
    const nameBeyond = documentSequence('documents', []);
    nameBeyond.writeInt32LE(8, 1);
    expect(() => convert(messageOf(command, nameBeyond))).toThrow('a malformed document sequence');
    const ofKind = (kind: number) => Buffer.concat([Buffer.from([kind]), command]);
    expect(() => convert(messageOf(command, ofKind(0)))).toThrow('of kind 0');
    expect(() => convert(messageOf(command, ofKind(2)))).toThrow('of kind 2');
    const flagged = messageOf(command);
    flagged.writeUInt32LE(1 << 5, 16);
    expect(() => convert(flagged)).toThrow('an unknown flag');
  });
});
