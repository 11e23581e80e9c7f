import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10_ffff;

/**
 * Any character of Unicode, as the unit of `fc.string`. Draws from the same characters as fast-check's `binary`, which
 * lists all of them first; that takes over a second and 100 MB.
 */
export const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES),
  // With it fast-check also draws the texts that break programs, such as `__proto__`.
  (character) => {
    const point = (character as string).codePointAt(0) ?? 0;
    return point < FIRST_SURROGATE ? point : point - SURROGATES;
  },
);
