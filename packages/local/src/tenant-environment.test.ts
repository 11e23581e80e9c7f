/** The variables that a tenant file can refer to under `npm start`. */
import { tenantEnvironment } from './tenant-environment.js';

const SINK = 'http://127.0.0.1:4800';

describe('tenantEnvironment', () => {
  it('sets every ad platform without a token to the demo buyer', () => {
    expect(tenantEnvironment({}, SINK)).toEqual({
      SINK_URL: SINK,
      OUTBOUND_ALLOW: '127.0.0.0/8,::1/128',
      META_TOKEN: 'demo-token',
      META_BASE_URL: SINK,
      TIKTOK_TOKEN: 'demo-token',
      TIKTOK_BASE_URL: SINK,
      DOCUSEAL_BASE_URL: `${SINK}/docuseal`,
      MAILBOX_HOST: '127.0.0.1',
      MAILBOX_PORT: '4825',
    });
  });

  it('keeps a platform with a token, and every configured address', () => {
    const env = {
      SINK_URL: 'http://elsewhere',
      OUTBOUND_ALLOW: '',
      META_TOKEN: 'real',
      TIKTOK_BASE_URL: 'http://fake',
      DOCUSEAL_KEY: 'real',
      MAILBOX_HOST: 'mail',
      MAILBOX_PORT: '25',
    };
    expect(tenantEnvironment(env, SINK)).toEqual({ ...env, TIKTOK_TOKEN: 'demo-token' });
  });
});
