/** Which passwords are good enough. There are no rules of composition, and no password expires. */

export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;

// Placeholders that are often left in place of a password.
const wellKnown =
  /password|passwort|change-?me|operator|sluice|admin|secret|default|letmein|welcome|qwerty|(?:0?123456789?0?)/g;

/** Why a password is too weak, for the account of `address` if one is given; undefined if it is strong enough. */
export function passwordWeakness(password: string, address?: string): string | undefined {
  if (password.length < SHORTEST_PASSWORD) return `must have at least ${SHORTEST_PASSWORD} characters`;
  if (password.length > LONGEST_PASSWORD) return `must have at most ${LONGEST_PASSWORD} characters`;
  const lower = password.toLowerCase();
  if (address !== undefined && lower.trim() === address) return 'must not be the own address';
  const own = lower.replace(wellKnown, '');
  if (own.length < 8 || new Set(own).size < 5) return 'is easy to guess: use a random one';
  return undefined;
}
