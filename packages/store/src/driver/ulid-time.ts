/** The time part of a ULID, so that a range of creation times is a range of ids. */

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const LATEST_MS = 2 ** 48 - 1;

/** The first ten characters of every ULID minted at `ms`; times that a ULID cannot express are clamped. */
export function ulidTime(ms: number): string {
  let rest = Math.min(LATEST_MS, Math.max(0, Math.trunc(ms)));
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}
