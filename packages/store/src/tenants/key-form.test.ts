import { adminCreateAdminKey, adminCreateApiKey } from '@sluice/contracts';
import fc from 'fast-check';
import { isKey, newKey, type KeyKind } from './key-form.js';

interface KeyExample {
  readonly key: string;
  readonly prefix: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const kinds = fc.constantFrom<KeyKind>('slk_', 'sla_');
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** The bytes from which a key was made. */
function bytesOf(key: string): string {
  const value = [...key.slice(4, 47)].reduce((sum, digit) => sum * 62n + BigInt(BASE62.indexOf(digit)), 0n);
  return value.toString(16).padStart(64, '0');
}

describe('a key', () => {
  it('has the same length whatever its 32 bytes are, and contains all of them', () => {
    const extremes: [KeyKind, Uint8Array][] = [
      ['slk_', new Uint8Array(32)],
      ['sla_', new Uint8Array(32).fill(255)],
    ];
    fc.assert(
      fc.property(kinds, bytes, (kind, random) => {
        const key = newKey(kind, random);
        expect(key).toMatch(/^sl[ka]_[0-9A-Za-z]{49}$/);
        expect(bytesOf(key)).toBe(Buffer.from(random).toString('hex'));
        expect(isKey(kind, key)).toBe(true);
      }),
      { examples: extremes },
    );
  });

  it('is refused with any one character changed, left out or added, and with two neighbours swapped', () => {
    const anything = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    const changed = fc.oneof(fc.constantFrom(...BASE62), anything);
    fc.assert(
      fc.property(kinds, bytes, fc.nat({ max: 52 }), changed, (kind, random, at, character) => {
        const key = newKey(kind, random);
        const [before, after] = [key.slice(0, at), key.slice(at + 1)];
        const swapped = before + after.slice(0, 1) + key.charAt(at) + after.slice(1);
        const others = [
          before + character + after,
          before + after,
          before + character + key.slice(at),
          swapped,
        ];
        for (const other of others) expect([other, isKey(kind, other)]).toEqual([other, other === key]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of one kind is none of the other, not even with its beginning exchanged', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const [ofTenant, ofAdmin] = [newKey('slk_', random), newKey('sla_', random)];
        expect([isKey('sla_', ofTenant), isKey('slk_', ofAdmin)]).toEqual([false, false]);
        expect(isKey('sla_', ofTenant.replace('slk_', 'sla_'))).toBe(false);
      }),
    );
  });

  it('is not found in any other text', () => {
    const alike = fc.string({ unit: fc.constantFrom(...BASE62), minLength: 49, maxLength: 49 });
    fc.assert(
      fc.property(kinds, fc.oneof(alike, fc.string({ maxLength: 300 })), (kind, text) => {
        expect([isKey(kind, kind + text), isKey(kind, text)]).toEqual([false, false]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is what the examples of the admin API show', () => {
    const examples = [adminCreateApiKey.examples.data, adminCreateAdminKey.examples.data];
    const [ofTenant, ofAdmin] = examples as [KeyExample, KeyExample];
    expect(isKey('slk_', ofTenant.key)).toBe(true);
    expect(isKey('sla_', ofAdmin.key)).toBe(true);
    for (const { key, prefix } of [ofTenant, ofAdmin]) expect(key.slice(0, 8)).toBe(prefix);
  });
});
