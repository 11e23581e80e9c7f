import { duringTests, putTenant } from '@sluice/testing';
import { openGateway } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(async () => {
  const settings = { rateLimit: { requests: 3, perSeconds: 60 } };
  await putTenant(world.stores.tenants, { tenantId: 'beta', name: 'beta', settings });
});

describe('rate limits', () => {
  it('are counted for each key of a tenant that has a limit, and reported in the standard headers', async () => {
    const key = world.beta.key;
    const left: (string | null)[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await world.call('listClients', { key });
      expect(status).toBe(200);
      expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
      left.push(headers.get('ratelimit'));
    }
    expect(left.map((header) => /r=(\d+)/.exec(header ?? '')?.[1])).toEqual(['2', '1', '0']);
    const over = await world.call('listClients', { key });
    expect([over.status, over.error?.code]).toEqual([429, 'RATE_LIMITED']);
    const wait = Number(over.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('do not affect other tenants, and are absent where none is configured', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { status, headers } = await world.call('listClients');
      expect([status, headers.get('ratelimit')]).toEqual([200, null]);
    }
  });

  it('are not used up by a request without a valid key', async () => {
    const { status } = await world.request('GET', '/api/v1/clients', { key: 'slk_wrong' });
    expect(status).toBe(401);
  });
});
