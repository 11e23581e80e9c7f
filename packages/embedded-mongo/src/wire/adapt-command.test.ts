import { serialize, ObjectId, Long, Decimal128, BSONRegExp, Code, Timestamp, MinKey, MaxKey } from 'bson';
import fc from 'fast-check';
import { adaptCommand } from './adapt-command.js';
import { firstElementName } from './bson-elements.js';

const COMMAND_AT = 21;
const UNWANTED = new Set(['lsid', 'txnNumber', '$clusterTime']);

/** A message whose command is followed by `after`, as before a document sequence. */
function messageAround(command: object, after = Buffer.alloc(0)): Buffer {
  const message = Buffer.concat([Buffer.alloc(COMMAND_AT, 7), serialize(command), after]);
  message.writeInt32LE(message.length, 0);
  return message;
}

const adapted = (command: object) => adaptCommand(messageAround(command), COMMAND_AT, UNWANTED).message;

describe('adaptCommand', () => {
  it('removes the unwanted fields, keeps every other byte and corrects both lengths, at any position of the fields', () => {
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
        const whole = messageAround(Object.fromEntries(entries), after);
        const { message, removed } = adaptCommand(whole, COMMAND_AT, UNWANTED);
        const kept = Object.fromEntries(entries.filter(([key]) => !UNWANTED.has(key)));
        expect(message).toEqual(messageAround(kept, after));
        expect(removed).toEqual(entries.map(([key]) => key).filter((key) => UNWANTED.has(key)));
      }),
    );
  });

  it('skips a value of every BSON type', () => {
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
    expect(adapted({ ...everything, lsid: { id: 1 } })).toEqual(messageAround(everything));
  });

  it('returns the same message when there is nothing to change', () => {
    const message = messageAround({
      ping: 1,
      $db: 'admin',
      nested: { lsid: 1, writeConcern: { w: 'majority' } },
    });
    const before = Buffer.from(message);
    expect(adaptCommand(message, COMMAND_AT, UNWANTED).message).toBe(message);
    expect(message).toEqual(before);
  });

  it.each([
    [{ w: 'majority' }, { w: 1, j: true }],
    [
      { w: 'majority', j: true },
      { w: 1, j: true },
    ],
    [
      { w: 'majority', j: true, wtimeout: 500 },
      { w: 1, j: true, wtimeout: 500 },
    ],
    [
      { wtimeout: 500, j: true, w: 'majority' },
      { wtimeout: 500, j: true, w: 1 },
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
    expect(adapted({ lsid: { id: 1 }, ...insert(writeConcern), txnNumber: 1 })).toEqual(
      messageAround(insert(expected)),
    );
  });

  it('refuses bytes that are not a document instead of reading beyond them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 60 }), (bytes) => {
        const message = Buffer.concat([Buffer.alloc(COMMAND_AT), bytes]);
        let result: unknown;
        try {
          result = adaptCommand(message, COMMAND_AT, UNWANTED).removed;
        } catch (error) {
          result = error;
        }
        expect(result instanceof RangeError || Array.isArray(result)).toBe(true);
      }),
    );
    const tooLong = messageAround({ ping: 1 });
    tooLong.writeInt32LE(9_999, COMMAND_AT);
    expect(() => adaptCommand(tooLong, COMMAND_AT, UNWANTED)).toThrow(RangeError);
  });
});

describe('firstElementName', () => {
  it('returns the name of the command', () => {
    expect(firstElementName(messageAround({ findAndModify: 'leads', $db: 'sluice' }), COMMAND_AT)).toBe(
      'findAndModify',
    );
  });
});
