import { readConfig } from '@sluice/process';
import { testEncryptionKey } from '@sluice/testing';
import { configShape } from '../../config.js';
import { outsideSettings } from './outside-config.js';

const needed = {
  MONGODB_URL: 'mongodb://127.0.0.1/x',
  REDIS_URL: 'redis://127.0.0.1',
  ENCRYPTION_KEY: testEncryptionKey,
};
const oidc = {
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'sluice',
  OPERATOR_GROUPS: '*=view',
  DASHBOARD_URL: 'https://dashboard.example/',
};
const proxy = { PROXY_AUTH_FROM: '10.0.0.4', TRUST_PROXY: '10.0.0.0/8', OPERATOR_GROUPS: '*=view' };
const settingsOf = (given: Record<string, string>) =>
  outsideSettings(readConfig(configShape, { ...needed, ...given }));

describe('who else may log persons in to the dashboard', () => {
  it('is no one unless the configuration names them', () => {
    expect(settingsOf({ DASHBOARD_URL: 'https://dashboard.example', OPERATOR_GROUPS: '*=view' })).toEqual({});
  });

  it('is an OpenID provider, or a proxy at the addresses it names', () => {
    expect(settingsOf(oidc)).toMatchObject({
      oidc: {
        issuer: 'https://login.example',
        dashboardUrl: 'https://dashboard.example',
        nameClaim: 'preferred_username',
      },
    });
    expect(settingsOf(proxy)).toMatchObject({ proxy: { from: ['10.0.0.4'], userHeader: 'remote-user' } });
  });

  it.each<[Record<string, string>, string]>([
    [{ ...oidc, DASHBOARD_URL: '' }, 'DASHBOARD_URL is required with OIDC_ISSUER'],
    [{ ...oidc, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is required with OIDC_ISSUER'],
    [{ ...oidc, OPERATOR_GROUPS: '' }, 'OPERATOR_GROUPS is required'],
    [{ ...oidc, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must be https:// in production'],
    [{ ...oidc, DASHBOARD_URL: 'http://dashboard.example' }, 'DASHBOARD_URL must be https:// in production'],
    [{ ...proxy, OPERATOR_GROUPS: '' }, 'OPERATOR_GROUPS is required'],
    [{ ...proxy, TRUST_PROXY: '1' }, 'TRUST_PROXY must contain the addresses'],
    [{ ...proxy, TRUST_PROXY: '' }, 'TRUST_PROXY must contain the addresses'],
  ])('%j is refused', (given, problem) => {
    expect(settingsOf(given)).toEqual({ problems: [expect.stringContaining(problem)] });
  });

  it('gives no operators’ roles where only tenants are served, so groups are not asked for', () => {
    const forTenants = { ...oidc, OPERATOR_GROUPS: '', DASHBOARD_FOR: 'tenants' };
    expect(settingsOf({ ...forTenants, PROXY_AUTH_FROM: '10.0.0.4' })).toEqual({
      oidc: expect.objectContaining({ issuer: 'https://login.example', roles: new Map() }) as object,
    });
  });

  it.each<Record<string, string>>([
    { OIDC_ISSUER: 'login.example' },
    { OIDC_SCOPES: 'profile' },
    { PROXY_AUTH_FROM: '1' },
    { PROXY_AUTH_FROM: 'proxy.example' },
    { PROXY_AUTH_USER_HEADER: 'Remote User' },
    { OPERATOR_GROUPS: 'support=owner' },
  ])('%j cannot be read', (given) => {
    expect(() => settingsOf(given)).toThrow(Object.keys(given)[0]);
  });
});
