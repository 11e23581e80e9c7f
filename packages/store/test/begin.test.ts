import { duringTests, openLink, testBackends } from '@sluice/testing';
import { migrate } from '../src/migrations/schema.js';
import { storesAt } from '../src/open-stores.js';

const backends = duringTests(testBackends);
beforeAll(() => migrate(backends.mongodbUrl));

it('stores that were opened while MongoDB was away start once it is available, after any number of failed starts', async () => {
  const url = new URL(backends.mongodbUrl);
  const link = await openLink(Number(url.port));
  url.port = String(link.port);
  url.searchParams.set('directConnection', 'true');
  link.become('cut');
  const stores = storesAt(url.href, { connectTimeoutMs: 500 });
  try {
    for (let n = 0; n < 2; n += 1) {
      const asked = await Promise.allSettled([stores.begin(), stores.ping(), stores.tenants.all()]);
      expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await expect(stores.begin()).rejects.toThrow('mongodb does not answer');
    }
    link.become('open');
    await stores.begin();
    await stores.ping();
    expect(await stores.tenants.all()).toEqual([]);
  } finally {
    await stores.close();
    await link.close();
  }
}, 30_000);
