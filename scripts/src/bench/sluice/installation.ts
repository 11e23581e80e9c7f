/** An installation to measure: the processes of `npm start`, on stores of their own, with the tenant of a run. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { launchInstallation } from '@sluice/launch';
import {
  freePort,
  memoryEnvironment,
  memoryFlags,
  projectRoot,
  serviceNames,
  tenantEnvironment,
} from '@sluice/local';
import { newKey, openStores } from '@sluice/store';
import { sluiceOn, type Ended } from '@sluice/testing';
import type { Db } from 'mongodb';
import { readStartOptions } from '../../start/options.js';
import type { Bench, Contestant } from '../contestant.js';
import { running, waitUntil } from '../running.js';
import { connect, startStores } from '../stores.js';
import { campaigns, downCampaigns, supplierId, tenantId, tenants, type Campaign } from './campaigns.js';

const TENANT_FILE = join(projectRoot, 'scripts', 'src', 'bench', 'tenant.yaml');
const GRACE_MS = 15_000;

/** A running installation. */
export interface Installation {
  readonly db: Db;
  /** The installation as a contestant with a campaign of one of its tenants, by default of the first. */
  readonly contestant: (campaign?: Campaign, tenant?: number) => Contestant;
  /** A key of the first tenant's supplier. */
  readonly supplierKey: string;
  /** Runs a `sluice` command on the installation's stores, as the image would. */
  readonly sluice: (args: readonly string[], begun?: (child: ChildProcess) => void) => Promise<Ended>;
}

/** Starts an installation whose tenant sells to the buyer of the bench. */
export async function startInstallation(bench: Bench): Promise<Installation> {
  const { redis, mongodb } = await startStores(bench, 'sluice');
  const { workers } = readStartOptions(process.env);
  const encryptionKey = randomBytes(32).toString('base64');
  const launched = await launchInstallation({
    folder: join(bench.folder, 'sluice'),
    env: process.env,
    processesOf: (service) => workers[service],
    dashboardPort: await freePort(),
    operatorPassword: randomUUID(),
    encryptionKey,
    mongodbUrl: mongodb.url,
    storesOf: () => ({ mongodbUrl: mongodb.url, redisUrl: redis.url }),
    tenants: tenants.map((BENCH_TENANT) => {
      return { file: TENANT_FILE, env: { ...tenantEnvironment(process.env, bench.buyer.url), BENCH_TENANT } };
    }),
    startsAgain: true,
    ended: ({ name }, how) => console.error(`  ! ${name} ended (${how})`),
  });
  running.push({ stop: () => launched.stop(GRACE_MS) });
  await launched.ready();
  const db = await connect(mongodb.url);
  const command = sluiceOn({ mongodbUrl: mongodb.url, redisUrl: redis.url }, join(bench.folder, 'sluice'));
  const settings = {
    ENCRYPTION_KEY: encryptionKey,
    NODE_OPTIONS: memoryFlags.slice(0, 2).join(' '),
    ...memoryEnvironment,
  };
  const supplierKey = await aSupplierKey(mongodb.url);
  const pidsOf = (name: string) =>
    launched.services.flatMap(({ service, process }) => (service === name ? (process.pid ?? []) : []));
  return {
    db,
    supplierKey,
    sluice: (args, begun) => command(args, settings, begun),
    contestant: (campaign = campaigns.plain, tenant = 0) => ({
      url: `${launched.gatewayUrl}/api/v1/leads/submit`,
      apiKey: launched.tenants[tenant]?.apiKey ?? '',
      campaign,
      pids: () => ({
        ...Object.fromEntries(serviceNames.map((name) => [name, pidsOf(name)])),
        redis: [redis.pid ?? 0],
        mongodb: [mongodb.pid ?? 0],
      }),
      atRest: () => nothingDue(db),
    }),
  };
}

async function aSupplierKey(mongodbUrl: string): Promise<string> {
  const stores = await openStores(mongodbUrl);
  const key = newKey('slk_');
  try {
    await stores.apiKeys.add(key, { tenantId, name: 'bench', createdAt: new Date(), supplierId });
  } finally {
    await stores.close();
  }
  return key;
}

/** Resolves once no submission is in progress, but for those whose buyers are down, and then no effect. */
async function nothingDue(db: Db): Promise<void> {
  const isUp = { $nin: downCampaigns.map(({ id }) => id) };
  const due = { tenantId, dueAt: { $exists: true }, campaignId: isUp };
  for (const name of ['submissions', 'effects'])
    await waitUntil(`the end of all ${name}`, async () => !(await db.collection(name).findOne(due)));
}
