import fc from 'fast-check';
import { credentialState, stateOfCredentials } from './credential-state.js';
import { providerCredentialsSchema } from './tenant.js';

const providers = Object.keys(providerCredentialsSchema.shape) as (
  | 'twilio'
  | 'telnyx'
  | 'facebook'
  | 'tiktok'
  | 'docuseal'
)[];
const fieldsOf = (provider: (typeof providers)[number]) =>
  Object.keys(providerCredentialsSchema.shape[provider].unwrap().shape);

describe('the credentials of a vendor', () => {
  it.each([
    ['twilio', ['accountSid', 'authToken'], 'set', []],
    ['twilio', ['accountSid', 'baseUrl'], 'incomplete', ['authToken']],
    ['twilio', ['messagingServiceSid', 'baseUrl'], 'not_set', ['accountSid', 'authToken']],
    ['telnyx', ['apiKey'], 'set', []],
    ['telnyx', ['publicKey'], 'incomplete', ['apiKey']],
    ['facebook', ['baseUrl', 'apiVersion'], 'not_set', ['accessToken']],
    ['tiktok', ['baseUrl'], 'not_set', ['accessToken']],
    ['tiktok', [], 'not_set', ['accessToken']],
    ['docuseal', ['apiKey', 'baseUrl'], 'incomplete', ['webhookSecret']],
    ['docuseal', ['apiKey', 'webhookSecret'], 'set', []],
    ['docuseal', ['webhookSecret'], 'incomplete', ['apiKey']],
  ] as const)('of %s with %j are %s', (provider, fields, state, missing) => {
    expect(credentialState(provider, fields)).toEqual({ state, missing });
  });

  it('are never set by a base URL, and always by everything together', () => {
    for (const provider of providers) {
      expect(credentialState(provider, fieldsOf(provider)).state).toBe('set');
      expect(stateOfCredentials(provider, { [provider]: { baseUrl: 'https://vendor.example' } }).state).toBe(
        'not_set',
      );
    }
  });

  it('with an empty value are those without it', () => {
    const one = fc
      .constantFrom(...providers)
      .chain((provider) =>
        fc.tuple(fc.constant(provider), fc.subarray(fieldsOf(provider)), fc.subarray(fieldsOf(provider))),
      );
    fc.assert(
      fc.property(one, ([provider, given, empty]) => {
        const values: Record<string, string> = {};
        for (const name of empty) values[name] = '';
        for (const name of given) values[name] = 'x';
        expect(stateOfCredentials(provider, { [provider]: values })).toEqual(
          credentialState(provider, given),
        );
      }),
    );
  });
});
