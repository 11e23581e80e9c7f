/** Addresses of accounts. */

// Whether mail arrives there is shown by a link that is opened, so this only refuses what can be no address.
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const LONGEST = 254;
/** The domain of people whom a provider or proxy names without an address. It receives no mail. */
const OUTSIDE = '@outside.invalid';

/** An address as stored: one that differs only in case is the same. */
export function addressFrom(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Whether this can be the address of an account, in the form of {@link addressFrom}. */
export function isAddress(address: string): boolean {
  return address.length <= LONGEST && ADDRESS.test(address);
}

/** The address of a person whom a provider or proxy calls `name`. */
export function addressOfName(name: string): string {
  return `${name.replaceAll('@', '=')}${OUTSIDE}`;
}

/** How the audit and pages call the person of an address: a name that is no address stands for itself. */
export function personNamed(address: string): string {
  const name = address.endsWith(OUTSIDE) ? address.slice(0, -OUTSIDE.length) : '';
  return name === '' || name.includes('=') ? address : name;
}
