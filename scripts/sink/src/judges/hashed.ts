/** The hashed form of personal data that ad platforms require. */

/** Whether a value, or each item of a list, is absent or a lower-case SHA-256 in hex. */
export function everyHash(value: unknown): boolean {
  if (value === undefined) return true;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.every((each) => typeof each === 'string' && /^[0-9a-f]{64}$/.test(each));
}
