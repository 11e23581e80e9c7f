/** Which names stand for credentials, in the words that buyers' interfaces use. */

/** Last words of a name whose value is a credential, whatever it looks like. */
const certain: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pass',
  'passkey',
  'passwort',
  'pwd',
  'pw',
  'secret',
  'token',
  'apikey',
  'pin',
  'auth',
  'authorization',
  'authentication',
  'credential',
  'credentials',
  'jwt',
  'bearer',
  'cookie',
]);
/** Words that make a key a credential, as in `access_key`. */
const keyWords: ReadonlySet<string> = new Set([
  'access',
  'account',
  'api',
  'app',
  'application',
  'auth',
  'buyer',
  'client',
  'licence',
  'license',
  'partner',
  'posting',
  'private',
  'publisher',
  'secret',
  'security',
  'service',
  'shared',
  'subscription',
  'vendor',
  'webhook',
]);
/** Endings of such names that are written as one word, e.g. `authtoken`, `accesskey`. */
const endings = new RegExp(
  `(?:password|passwd|pwd|passphrase|secret|token|(?:${[...keyWords].join('|')})key)$`,
);
/** What tells one of several apart, e.g. in `password2`, `api_key_v2`. */
const number = /[^a-z0-9]*v?\d+$/i;
/** Last words of a name whose value may be a credential or something harmless. */
const perhaps: ReadonlySet<string> = new Set(['key', 'sig', 'signature', 'hash', 'hmac', 'code', 'session']);

/**
 * Says whether a value of this name is a credential: `certain` (`X-Api-Key`, `authToken`, `pin`), `perhaps` (`key`,
 * `sig`), or `no`. A name counts by its last words, so that `tokenType` and `bypass` are none.
 */
export function credentialName(name: string): 'certain' | 'perhaps' | 'no' {
  if (isCertain(wordsOf(name)) || isCertain(wordsOf(name.replace(number, '')))) return 'certain';
  return perhaps.has(wordsOf(name).at(-1) ?? '') ? 'perhaps' : 'no';
}

function isCertain(words: readonly string[]): boolean {
  const [before = '', last = ''] = ['', ...words].slice(-2);
  return certain.has(last) || endings.test(last) || (last === 'key' && keyWords.has(before));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
