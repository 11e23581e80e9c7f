/** The password that an operator is given. */
import { randomInt } from 'node:crypto';

// As secrets of an installation are made: no letters that are mistaken for one another.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A new password of four groups of four, 79 random bits in all. */
export function makePassword(): string {
  const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length));
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, letter).join('')).join('-');
}
