/** A whole installation on a Redis Cluster that accepts one user over TLS, for every connection of every service. */
import { queues } from '@sluice/contracts';
import {
  loopbackCertificate,
  secureAccess,
  startRedisCluster,
  type RedisCluster,
  eventually,
} from '@sluice/testing';
import { countsAtRest, leadBody, submit, submitAll } from './installation/affiliate.js';
import { startInstallation, type Installation } from './installation/installation.js';

const trusting = { NODE_EXTRA_CA_CERTS: loopbackCertificate };

let cluster: RedisCluster;
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({
    redis: async () => (cluster = await startRedisCluster({ access: secureAccess() })),
    env: trusting,
  });
}, 120_000);
afterAll(() => installation.stop(), 60_000);

it('a lead travels from the 202 to the buyer, the ad platform and the webhook receiver', async () => {
  const receipt = await submit(installation, leadBody(1));
  expect(await countsAtRest(installation, [receipt])).toEqual({ delivered: 1 });
  const received = (path: string) => installation.sink.received({ path, limit: 100 });
  expect(received('/buyers/acme').map(({ headers }) => headers['idempotency-key'])).toEqual([
    `${receipt.submissionId}.delivery`,
  ]);
  await eventually('lead.delivered is sent', () =>
    received('/webhooks').some(({ body }) => body.includes('"lead.delivered"')),
  );
  await eventually('the pixel is fired', () => received('/v24.0/1234567890/events').length > 0);
});

it('of 100 concurrent leads, exactly the cap of 50 is placed', async () => {
  const bodies = Array.from({ length: 100 }, (_, n) => leadBody(1_000 + n, { campaignId: 'BORRU' }));
  const receipts = await submitAll(installation, bodies);
  expect(await countsAtRest(installation, receipts)).toEqual({ delivered: 50, queued: 50 });
  expect(installation.sink.received({ path: '/buyers/borden', limit: 1_000 })).toHaveLength(50);
});

it('the queues are spread over masters', async () => {
  const masters = await Promise.all(queues.map(({ prefix }) => cluster.masterOf(prefix)));
  expect(new Set(masters.map(({ port }) => port)).size).toBeGreaterThan(1);
});

it('the doctor identifies the Cluster and checks each master', async () => {
  const doctor = async () => {
    const { output } = await installation.sluice(['doctor', '--json'], trusting);
    const { redis, findings } = JSON.parse(output) as {
      redis: string;
      findings: readonly { area: string; problem: string }[];
    };
    return { redis, problems: findings.filter(({ area }) => area === 'redis').map(({ problem }) => problem) };
  };
  const everyMaster = async (setting: string, value: string) =>
    Promise.all(cluster.nodes.map((node) => node.ask('CONFIG', 'SET', setting, value)));
  await everyMaster('appendonly', 'yes');
  expect(await doctor()).toEqual({ redis: 'a Cluster of 3 masters with 0 replicas', problems: [] });
  const [, second, third] = cluster.nodes;
  await second?.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  await third?.ask('CONFIG', 'SET', 'appendonly', 'no');
  const { problems } = await doctor();
  expect([...problems].sort()).toEqual(
    [
      `Redis master 127.0.0.1:${second?.port} drops jobs when its memory is full (maxmemory-policy allkeys-lru).`,
      `Redis master 127.0.0.1:${third?.port} keeps no append-only file, so a restart empties its queues and the sweep must refill them.`,
    ].sort(),
  );
}, 60_000);
