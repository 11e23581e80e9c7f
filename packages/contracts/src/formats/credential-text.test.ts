import { secretsSchema } from '../resources/secrets.js';
import { providerCredentialsSchema, tenantInputSchema } from '../resources/tenant.js';

describe('credentials and secrets', () => {
  it('lose white space and invisible characters at both ends', () => {
    const given = {
      twilio: { accountSid: ' AC1\n', authToken: 'a token\r\n', baseUrl: 'https://sms.example\n' },
      telnyx: { apiKey: '\ufeffKEY', publicKey: 'pub \u200b' },
      facebook: { accessToken: '\ttoken', apiVersion: 'v24.0\n' },
      smtp: {
        host: 'mail.example\n',
        port: '587\n',
        secure: 'true\n',
        user: 'u ',
        password: 'p w\n',
        from: ' a@b.example\n',
      },
      docuseal: { apiKey: 'k\n', webhookSecret: 's\n' },
      llm: { apiKey: 'k\n', model: 'm\n' },
      retell: { apiKey: 'k\n' },
      tiktok: { accessToken: ' \n' },
    };
    expect(providerCredentialsSchema.parse(given)).toEqual({
      twilio: { accountSid: 'AC1', authToken: 'a token', baseUrl: 'https://sms.example' },
      telnyx: { apiKey: 'KEY', publicKey: 'pub' },
      facebook: { accessToken: 'token', apiVersion: 'v24.0' },
      smtp: {
        host: 'mail.example',
        port: '587',
        secure: 'true',
        user: 'u',
        password: 'p w',
        from: 'a@b.example',
      },
      docuseal: { apiKey: 'k', webhookSecret: 's' },
      llm: { apiKey: 'k', model: 'm' },
      retell: { apiKey: 'k' },
      tiktok: { accessToken: '' },
    });
    expect(secretsSchema.parse({ a: '\u200bvalue\n', b: 'line\nline\n' })).toEqual({
      a: 'value',
      b: 'line\nline',
    });
    const secret = `whsec_${'A'.repeat(32)}`;
    const tenant = { tenantId: 'demo', name: 'Demo', settings: { webhooks: { secret: `${secret}\n` } } };
    expect(tenantInputSchema.parse(tenant).settings.webhooks?.secret).toBe(secret);
  });

  it('are refused if nothing is left, or if they could not be sent in the header that they are for', () => {
    expect(secretsSchema.safeParse({ a: ' \n\u200b' }).error?.issues[0]?.message).toMatch(
      /^must not be empty/,
    );
    for (const apiKey of ['a\nb', 'a\u0007b', 'π'])
      expect(providerCredentialsSchema.safeParse({ retell: { apiKey } }).success).toBe(false);
    expect(providerCredentialsSchema.safeParse({ smtp: { password: 'pπ' } }).success).toBe(true);
  });
});
