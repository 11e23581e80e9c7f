import {
  deserialize,
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
import { firstElementName, stripElements } from './bson-strip.js';

const BEFORE = 21;
const NAMES = new Set(['lsid', 'txnNumber', '$clusterTime']);

/** A message whose document at `BEFORE` is followed by `after`, as an OP_MSG with a document sequence is. */
function messageAround(document: object, after = Buffer.alloc(0)): Buffer {
  const message = Buffer.concat([
    Buffer.alloc(BEFORE, 7),
    serialize(document, { ignoreUndefined: false }),
    after,
  ]);
  message.writeInt32LE(message.length, 0);
  return message;
}

function documentOf(message: Buffer): unknown {
  return deserialize(message.subarray(BEFORE, BEFORE + message.readInt32LE(BEFORE)), {
    promoteValues: false,
  });
}

describe('stripElements', () => {
  it('removes the named fields, keeps every other byte and corrects both lengths, wherever the fields are', () => {
    const name = fc.constantFrom(
      'insert',
      'documents',
      'ordered',
      '$db',
      'lsid',
      'txnNumber',
      '$clusterTime',
      'x',
    );
    const value = fc.oneof(
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string({ maxLength: 3 }), fc.double()),
    );
    const fields = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key });
    fc.assert(
      fc.property(fields, fc.uint8Array({ maxLength: 300 }), (entries, tail) => {
        const after = Buffer.from(tail);
        const { message, removed } = stripElements(
          messageAround(Object.fromEntries(entries), after),
          BEFORE,
          NAMES,
        );
        const kept = Object.fromEntries(entries.filter(([key]) => !NAMES.has(key)));
        expect(message).toEqual(messageAround(kept, after));
        expect(removed).toEqual(entries.map(([key]) => key).filter((key) => NAMES.has(key)));
      }),
    );
  });

  it('steps over a value of every BSON type', () => {
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
    const { message } = stripElements(messageAround({ ...everything, lsid: { id: 1 } }), BEFORE, NAMES);
    expect(message).toEqual(messageAround(everything));
  });

  it('returns the very same message when there is nothing to remove', () => {
    const message = messageAround({ ping: 1, $db: 'admin', nested: { lsid: 1 } });
    expect(stripElements(message, BEFORE, NAMES).message).toBe(message);
    expect(documentOf(message)).toHaveProperty('nested.lsid');
  });

  it('refuses bytes that are no document instead of reading beyond them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 60 }), (bytes) => {
        const message = Buffer.concat([Buffer.alloc(BEFORE), bytes]);
        let result: unknown;
        try {
          result = stripElements(message, BEFORE, NAMES).removed;
        } catch (error) {
          result = error;
        }
        expect(result instanceof RangeError || Array.isArray(result)).toBe(true);
      }),
    );
    const tooLong = messageAround({ ping: 1 });
    tooLong.writeInt32LE(9_999, BEFORE);
    expect(() => stripElements(tooLong, BEFORE, NAMES)).toThrow(RangeError);
  });
});

describe('firstElementName', () => {
  it('is the name of the command', () => {
    expect(firstElementName(messageAround({ findAndModify: 'leads', $db: 'sluice' }), BEFORE)).toBe(
      'findAndModify',
    );
  });
});
