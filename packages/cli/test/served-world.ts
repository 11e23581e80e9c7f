/** A demo world behind an admin API, and the command on it: with a key only, and without access to the stores. */
import { createAdminRouter, identifyByKey } from '@sluice/admin';
import { readSettings } from '@sluice/contracts';
import { createHttpServer } from '@sluice/http';
import { createMetrics, producerConnection, silentLogger } from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { newKey, sealingKey } from '@sluice/store';
import { testEncryptionKey, type Ended } from '@sluice/testing';
import type { ChildProcess } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { openDemoWorld, type World } from './world.js';

/** The environment of a command with `--server`. */
export interface ServedWorld extends World {
  /** Admin keys; the audit names their holders as `who may <role>`. */
  readonly keys: Readonly<Record<'administer' | 'operate' | 'view', string>>;
  /** Runs `sluice … --server`, by default with an administrator's key. */
  readonly over: (
    args: readonly string[],
    key?: string,
    begun?: (child: ChildProcess) => void,
  ) => Promise<Ended>;
}

/** Opens the world. */
export async function openServedWorld(): Promise<ServedWorld> {
  const world = await openDemoWorld();
  const { stores, backends } = world;
  const redis = producerConnection(backends.redisUrl, silentLogger);
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  const producer = createProducer(redis);
  const metrics = createMetrics('admin');
  // The demo's buyers are on this machine.
  const reads = readSettings({ outboundAllow: ['127.0.0.0/8'] });
  const encryptionKeys = [sealingKey(testEncryptionKey)];
  const reports = createReports(stores);
  const deps = { stores, reports, redis, producer, log: silentLogger, metrics, encryptionKeys, reads };
  const keys = { administer: newKey('sla_'), operate: newKey('sla_'), view: newKey('sla_') };
  for (const role of ['administer', 'operate', 'view'] as const) {
    await stores.adminKeys.add(keys[role], { role, name: `who may ${role}`, createdAt: stores.clock.now() });
  }
  const http = createHttpServer({
    routes: [],
    deps: {},
    describe: () => ({}),
    log: silentLogger,
    metrics,
    reads,
    admin: createAdminRouter(deps, identifyByKey({ stores, redis })),
    findKeyHolder: async () => undefined,
    limitRate: async () => undefined,
    refusesWork: () => false,
    claimsOf: (tenantId) => stores.forTenant(tenantId).idempotency,
    isUnavailable: () => false,
    health: { ready: async () => undefined, stuck: () => undefined },
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const noStores = { MONGODB_URL: '', REDIS_URL: '' };
  return {
    ...world,
    keys,
    over: (args, key = keys.administer, begun) =>
      world.sluice([...args, '--server', server], { ...noStores, SLUICE_ADMIN_KEY: key }, begun),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await producer.close();
      redis.disconnect();
      await world.close();
    },
  };
}
