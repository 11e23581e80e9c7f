import { createMetrics, createProducer, newId, producerConnection, type Logger } from '@sluice/runtime';
import { openStores, type Stores } from '@sluice/store';
import { testBackends, type TestBackends } from '@sluice/testing';
import { expireFiles, type Core } from '../src/index.js';

const silent: Logger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silent,
};

let backends: TestBackends;
let stores: Stores;
let core: Core;
let close: () => Promise<void>;
beforeAll(async () => {
  backends = await testBackends();
  stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  const redis = producerConnection(backends.redisUrl, silent);
  const producer = createProducer(redis);
  core = { stores, producer, log: silent, metrics: createMetrics('test') };
  close = async () => {
    await producer.close();
    redis.disconnect();
    await stores.close();
    await backends.stop();
  };
  const settings = { webhooks: { url: 'https://hooks.example' } };
  await stores.tenants.put({ tenantId: 'demo', name: 'Demo', settings });
  const at = new Date();
  await stores.forTenant('demo').leads.ensure({
    lead: {
      ...{
        tenantId: 'demo',
        leadId: 'lead_1',
        campaignId: 'ACMRU',
        data: {},
        isTest: false,
        status: 'pending',
      },
      ...{ createdAt: at, updatedAt: at, lastSubmissionId: 'sub_1' },
    },
    search: [],
  });
});
afterAll(() => close());

async function aFile(fileKey: string, expiresInMs: number): Promise<void> {
  const now = stores.clock.now();
  const expiresAt = new Date(now.getTime() + expiresInMs).toISOString();
  const beginnings = { fileId: newId('file'), provider: 'docusign', status: 'pending' } as const;
  await stores.forTenant('demo').files.upsert({ leadId: 'lead_1', fileKey }, { expiresAt }, beginnings, now);
}

const toldOf = async (fileKey: string) => {
  const all = await stores.forTenant('demo').effects.onceForLead('lead_1');
  return all.filter(({ effectId }) => effectId.includes(`file.updated.${fileKey}.`)).map(({ body }) => body);
};
const statusOf = async (fileKey: string) =>
  (await stores.forTenant('demo').files.find({ leadId: 'lead_1', fileKey }, new Date(0)))?.status;

describe('a requested document that nobody signed in time', () => {
  it('is written and told as expired, once', async () => {
    await aFile('late', -1_000);
    await aFile('open', 60_000);
    expect(await expireFiles(core)).toBe(1);
    expect(await expireFiles(core)).toBe(0);
    expect([await statusOf('late'), await statusOf('open')]).toEqual(['expired', 'pending']);
    expect(await toldOf('late')).toMatchObject([
      {
        message: {
          type: 'file.updated',
          data: { fileKey: 'late', status: 'expired', statusBefore: 'pending' },
        },
      },
    ]);
    expect(await toldOf('open')).toEqual([]);
  });

  it('stays signed when the signature came first', async () => {
    await aFile('signed', -1_000);
    const { files } = stores.forTenant('demo');
    const beginnings = { fileId: newId('file'), provider: 'docusign', status: 'pending' } as const;
    await files.upsert({ leadId: 'lead_1', fileKey: 'signed' }, { status: 'signed' }, beginnings, new Date());
    expect(await expireFiles(core)).toBe(0);
    expect(await statusOf('signed')).toBe('signed');
  });
});
