/** A fresh installation to measure: the processes of `npm start`, with ports, data and tenants of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, readRunFile, type RunFile } from '@sluice/local';
import { launchStart } from '../../installation/launch-start.js';
import type { Buyer } from '../load/buyer.js';
import { openPendingWork, type PendingWork } from '../measure/pending-work.js';
import { signal } from '../measure/processes.js';
import { allDelivered } from '../measure/verify.js';
import type { Contestant, Pids } from '../scenario.js';
import { createRunSluice, type RunSluice } from './run-sluice.js';
import { buyerPath, campaigns, tenantFile, tenants } from './tenant-files.js';

/** A running installation with its two tenants. */
export interface SluiceUnderTest {
  /** The current run.json. */
  run(): RunFile;
  readonly pending: PendingWork;
  readonly sluice: RunSluice;
  readonly keys: { readonly loaded: string; readonly neighbour: string };
  /** The services, without the stores. */
  services(): Pids;
  /** The installation as a contestant with the campaigns of one tenant. */
  contestant(tenant: keyof typeof tenants, ...campaignIds: readonly string[]): Contestant;
  stop(): Promise<void>;
}

/**
 * Starts an installation with its data in `folder`, whose tenants sell to `buyer`; `more` are environment variables of
 * its processes.
 */
export async function startInstallation(
  folder: string,
  buyer: Buyer,
  more: NodeJS.ProcessEnv = {},
): Promise<SluiceUnderTest> {
  mkdirSync(folder, { recursive: true });
  const dataDir = join(folder, 'data');
  const env = { ...(await environment(folder, dataDir, buyer)), ...more };
  const started = await launchStart(folder, env);
  const services = (): Pids => readRunFile(dataDir)?.services ?? {};
  const end = async () => {
    signal(services(), 'SIGCONT');
    await started.stop();
  };
  try {
    const first = started.run;
    const run = () => readRunFile(dataDir) ?? first;
    const sluice = createRunSluice(env);
    const neighbourFile = join(folder, 'neighbour.json');
    writeFileSync(neighbourFile, tenantFile(tenants.neighbour, buyer.url));
    await sluice('apply', neighbourFile);
    const made = await sluice('keys', 'create', '--tenant', tenants.neighbour, '--name', 'bench', '--json');
    const keys = { loaded: first.apiKey, neighbour: (JSON.parse(made) as { key: string }).key };
    const pending = await openPendingWork(first.mongodb.url);
    return {
      run,
      pending,
      sluice,
      keys,
      services,
      contestant: (tenant, campaignId = campaigns.plain, ...others) => ({
        target: {
          url: `${first.gatewayUrl}/api/v1/leads/submit`,
          apiKey: keys[tenant],
          campaignIds: [campaignId, ...others],
        },
        buyerPath: buyerPath(tenants[tenant]),
        stores: { redisUrl: first.redis.url, mongodbUrl: first.mongodb.url },
        pids: () => ({ ...services(), redis: pidOf(run().redis), mongodb: pidOf(run().mongodb) }),
        workers: () => workersOf(services()),
        atRest: () => pending.awaitSubmissions(tenants[tenant]),
        verify: async () => allDelivered(await pending.undelivered(tenants[tenant])),
      }),
      async stop() {
        await pending.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function environment(folder: string, dataDir: string, buyer: Buyer) {
  const file = join(folder, 'tenant.json');
  writeFileSync(file, tenantFile(tenants.loaded, buyer.url));
  const ports = new Set<number>();
  for (let n = 0; n < 2; n += 1) ports.add(await freePort(ports));
  const [port, dashboardPort] = [...ports];
  // The environment's stores must not receive made-up leads. The number of processes may be set in the environment, to
  // compare.
  const { MONGODB_URL: _mongodb, REDIS_URL: _redis, ...kept } = process.env;
  return {
    ...kept,
    DATA_DIR: dataDir,
    PORT: String(port),
    DASHBOARD_PORT: String(dashboardPort),
    SINK_URL: buyer.url,
    TENANT_FILE: file,
    LOG_LEVEL: 'info',
  };
}

function workersOf({ gateway: _gateway, dashboard: _dashboard, ...workers }: Pids): Pids {
  return workers;
}

function pidOf({ pid }: { readonly pid?: number }): readonly number[] {
  return pid === undefined ? [] : [pid];
}
