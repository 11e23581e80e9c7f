/** The form of the passwords that Sluice generates, for people to read from a screen and type. */

// No characters that are easily mistaken for each other.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/**
 * A new password of four groups of four characters: 79 bits, drawn from `randomBelow`, which returns an integer from 0
 * up to its bound, exclusive.
 */
export function newPassword(randomBelow: (bound: number) => number): string {
  const letter = () => LETTERS.charAt(randomBelow(LETTERS.length));
  const group = () => Array.from({ length: GROUP }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
