/** Numbers that are unique within a test process, and telephone numbers derived from them. */

let count = 0;

/** The next number, from 0. */
export function nextNumber(): number {
  return count++;
}

const areaCodes = [
  212, 213, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 206, 214, 216, 303, 310, 313, 314, 317,
];

/**
 * The n-th of 200,000 telephone numbers, in E.164: first the 555-01xx numbers that are reserved for fiction, then the
 * other hundreds of the 555 exchange, in which no numbers are assigned.
 */
export function testPhone(n: number): string {
  const hundreds = Math.floor(n / 100);
  const area = areaCodes[hundreds % areaCodes.length];
  const hundred = (Math.floor(hundreds / areaCodes.length) + 1) % 100;
  return `+1${area}555${String(hundred * 100 + (n % 100)).padStart(4, '0')}`;
}
