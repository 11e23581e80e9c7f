import fc from 'fast-check';
import { parsePhone } from '../lead/phone.js';
import { validPhone } from './valid-phone.js';

/** Each number is read behind another one of its exchange. */
const read = (area: number, exchange: number, last: number, written: (parts: readonly string[]) => string) =>
  [(last + 5_003) % 10_000, last].map((end) =>
    written([String(area), String(exchange), String(end).padStart(4, '0')]),
  );

const spellings: readonly ((parts: readonly string[]) => string)[] = [
  ([a, b, c]) => `+1${a}${b}${c}`,
  ([a, b, c]) => `1-${a}-${b}-${c}`,
  ([a, b, c]) => `${a}${b}${c}`,
  ([a, b, c]) => `(${a}) ${b}-${c}`,
  ([a, b, c]) => `(${a})${b}${c}`,
  ([a, b, c]) => `+1 ${a} ${b} ${c}`,
  ([a, b, c]) => `${a}.${b}.${c}`,
  ([a, b, c]) => `(${a} ${b}-${c}`,
];

it('a North American number of a list is read as any other number is, whichever of its exchange was read before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 999 }),
      fc.integer({ min: 100, max: 999 }),
      fc.integer({ min: 0, max: 9_999 }),
      fc.constantFrom(...spellings),
      fc.constantFrom('US', 'CA', 'JM', undefined),
      (area, exchange, last, written, country) => {
        for (const sent of read(area, exchange, last, written)) {
          const one = parsePhone(sent, country);
          const { number, nationalNumber } = one?.isValid() ? one : {};
          expect([sent, validPhone(sent, country)]).toEqual([
            sent,
            number === undefined ? undefined : expect.objectContaining({ number, nationalNumber }),
          ]);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
