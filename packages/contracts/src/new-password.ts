/** The form of the passwords that Sluice makes, for persons to read from a screen and to type. */

// None that is mistaken for another one.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/** A new password of four groups of four: 79 bits, taken from `randomBelow`, which answers an integer from 0 up to its bound. */
export function newPassword(randomBelow: (bound: number) => number): string {
  const letter = () => LETTERS.charAt(randomBelow(LETTERS.length));
  const group = () => Array.from({ length: GROUP }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
