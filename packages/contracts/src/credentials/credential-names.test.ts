import { isCredentialName } from './credential-names.js';

describe('a name', () => {
  it.each([
    ...['password', 'pass', 'PWD', 'secret', 'clientSecret', 'token', 'access_token', 'authtoken', 'apikey'],
    ...[
      'api_key',
      'apiKey',
      'X-Api-Key',
      'Ocp-Apim-Subscription-Key',
      'pin',
      'auth',
      'X-Auth',
      'Authorization',
    ],
    ...['APIKey', 'userPIN', 'license-key', 'Cookie'],
    ...['accesskey', 'privatekey', 'authkey', 'passkey', 'pw', 'partnerPw'],
    ...['password1', 'token2', 'api_key_2', 'apiKeyV2', 'X-Auth-Token-1'],
    ...['key', 'X-Key', 'sig', 'signature', 'tokens', 'apiKeys', 'credentials', 'user[password]'],
  ])('%s is that of a credential', (name) => expect(isCredentialName(name)).toBe(true));

  it.each([
    'monkey',
    'compass',
    'bypass',
    'tokenType',
    'auth_method',
    'pinCode2',
    'author',
    'spin',
    'passThrough',
    'oauth2',
    'turkey',
    'v2',
    'hash',
    'code',
    'session',
    'keyboard',
  ])('%s is not', (name) => expect(isCredentialName(name)).toBe(false));
});
