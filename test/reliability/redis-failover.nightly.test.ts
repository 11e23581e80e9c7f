/**
 * A Redis master dies, or falls silent and returns as a replica, while leads arrive: on a Cluster with replicas, and
 * with Sentinels. No lead is lost or refused, and leads flow again as soon as there is a new master.
 */
import { startRedisCluster, startSentinelRedis, type RedisNode, eventually } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { countsAtRest, leadBody, submit, type Receipt } from '../installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from '../installation/installation.js';

/** The test stops the master that holds the delivery queue, because it is used most. */
const QUEUE = '{sluice-delivery}';
/** A silent master counts as dead after 1 s, then a replica is elected, which takes longer on a busy machine. */
const REPLACED_WITHIN_MS = 20_000;
/** Less than `dueAt` of 20 s: the sweep would deliver a lead although a connection had missed the new master. */
const FLOWS_WITHIN_MS = 15_000;
const BEFORE_MS = 2_000;
const AFTER_MS = 3_000;

async function onCluster() {
  const { masterOf, ...cluster } = await startRedisCluster({ replicas: true });
  return { ...cluster, master: () => masterOf(QUEUE) };
}

describe.each([
  ['a Cluster of three masters with a replica each', onCluster],
  ['a master with a replica and three Sentinels', startSentinelRedis],
])('%s', (kind, start) => {
  let redis: Awaited<ReturnType<typeof start>>;
  let installation: Installation;
  let next = 0;
  beforeAll(async () => {
    installation = await startInstallation({
      apart: leadServices,
      redis: async () => (redis = await start()),
    });
  }, 120_000);
  afterAll(() => installation.stop(), 60_000);

  /** Posts leads, some concurrently, until `stopped`; each must be accepted. */
  async function postUntil(stopped: AbortSignal): Promise<Receipt[]> {
    const receipts: Receipt[] = [];
    const affiliate = async () => {
      while (!stopped.aborted) {
        receipts.push(await submit(installation, leadBody(next++)));
        await pause(25);
      }
    };
    await Promise.all(Array.from({ length: 4 }, affiliate));
    return receipts;
  }

  async function underLoad(fault: () => Promise<unknown>): Promise<Receipt[]> {
    const stopping = new AbortController();
    const posting = postUntil(stopping.signal);
    try {
      await pause(BEFORE_MS);
      await fault();
      await pause(AFTER_MS);
    } finally {
      stopping.abort();
    }
    return posting;
  }

  async function replaced(old: RedisNode): Promise<void> {
    const another = async () => (await redis.master().catch(() => old)).port !== old.port;
    await eventually('a replica is the master', another, REPLACED_WITHIN_MS);
  }

  async function allDeliveredOnce(receipts: readonly Receipt[]): Promise<void> {
    expect(receipts.length).toBeGreaterThan(50);
    expect(await countsAtRest(installation, receipts)).toEqual({ delivered: receipts.length });
    // No buyer was called twice either, because MongoDB records that a call was made. All leads so far have this buyer.
    const { distinctKeys, duplicates } = installation.sink.stats().paths['/buyers/acme'] ?? {};
    expect({ distinctKeys, duplicates }).toEqual({ distinctKeys: next, duplicates: 0 });
  }

  async function flowsAgain(): Promise<void> {
    const startedAt = performance.now();
    const receipt = await submit(installation, leadBody(next++));
    await eventually(
      'a lead posted now is delivered',
      async () =>
        (await installation.stores.forTenant('demo').leads.find(receipt.leadId))?.status === 'delivered',
      FLOWS_WITHIN_MS,
    );
    process.stderr.write(
      `A lead after the failover took ${Math.round(performance.now() - startedAt)} ms (${kind}).\n`,
    );
  }

  it('falls silent, is replaced, and returns as a replica: every accepted lead is delivered once', async () => {
    const master = await redis.master();
    try {
      const receipts = await underLoad(async () => {
        process.kill(master.pid, 'SIGSTOP');
        await replaced(master);
      });
      await flowsAgain();
      process.kill(master.pid, 'SIGCONT');
      await allDeliveredOnce(receipts);
    } finally {
      process.kill(master.pid, 'SIGCONT');
    }
    await eventually('the old master is a replica', async () =>
      String(await master.ask('INFO', 'replication')).includes('master_link_status:up'),
    );
    await flowsAgain();
  }, 240_000);

  it('is killed, and replaced: every accepted lead is delivered once', async () => {
    const master = await redis.master();
    const receipts = await underLoad(async () => {
      process.kill(master.pid, 'SIGKILL');
      await replaced(master);
    });
    await flowsAgain();
    await allDeliveredOnce(receipts);
  }, 240_000);
});
