/**
 * Which names stand for credentials, in the words that buyers' interfaces use. This is the one list: what a tenant file
 * may not write out, and what no reader is shown, follow from it.
 */

/** Last words of such a name; a number or a plural `s` may follow. */
const lastWords: ReadonlySet<string> = new Set([
  ...['auth', 'authentication', 'authorization', 'bearer', 'cookie', 'credential', 'jwt', 'key'],
  ...['pass', 'passcode', 'passkey', 'passphrase', 'passwd', 'password', 'passwort', 'pin', 'pw', 'pwd'],
  ...['secret', 'sig', 'signature', 'token'],
]);
/** Ends of such names that are written as one word, e.g. `authtoken`, `accesskey`; `monkey` is none. */
const ends = new RegExp(
  `(?:password|passwd|pwd|passphrase|secret|token|(?:${[
    ...['access', 'account', 'api', 'app', 'application', 'auth', 'buyer', 'client', 'licence', 'license'],
    ...['partner', 'posting', 'private', 'publisher', 'secret', 'security', 'service', 'shared'],
    ...['subscription', 'vendor', 'webhook'],
  ].join('|')})key)$`,
);
/** What tells one of several apart, e.g. in `password2`, `api_key_v2`. */
const number = /[^a-z0-9]*v?\d+$/i;

/**
 * Whether a value of this name is a credential: `X-Api-Key`, `authToken`, `pin`, `key`. A name counts by its last word,
 * so that `tokenType` and `bypass` are none.
 */
export function isCredentialName(name: string): boolean {
  return [name, name.replace(number, '')].some((each) => {
    const last = lastWordOf(each);
    return [last, last.replace(/s$/, '')].some((word) => lastWords.has(word) || ends.test(word));
  });
}

function lastWordOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').at(-1) ?? '';
}
