/** A fresh installation to measure: the processes of `npm start`, with ports, data and tenants of their own. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot, readRunFile } from '@sluice/local';
import { MongoClient, type Db } from 'mongodb';
import { launchStart } from '../../installation/launch-start.js';
import { privateEnvironment } from '../../installation/private-environment.js';
import type { Bench, Contestant } from '../contestant.js';
import { running, waitUntil } from '../running.js';
import { campaigns, tenants, type Campaign } from './tenants.js';

const TENANT_FILE = join(projectRoot, 'scripts', 'src', 'bench', 'tenant.yaml');

/** A running installation with its two tenants. */
export interface Installation {
  readonly db: Db;
  /** The installation as a contestant with a campaign of one tenant. */
  readonly contestant: (tenant: keyof typeof tenants, campaign?: Campaign) => Contestant;
}

/** Starts an installation whose tenants sell to the buyer of the bench. */
export async function startInstallation({ folder, buyer }: Bench): Promise<Installation> {
  mkdirSync(folder, { recursive: true });
  const own = { SINK_URL: buyer.url, TENANT_FILE, BENCH_TENANT: tenants.loaded, LOG_LEVEL: 'info' };
  const env = { ...(await privateEnvironment(folder)), ...own };
  const started = await launchStart(folder, env);
  running.push(started);
  const { gatewayUrl, apiKey, mongodb } = started.run;
  await sluice({ ...env, BENCH_TENANT: tenants.neighbour }, 'apply', TENANT_FILE);
  const made = await sluice(
    env,
    'keys',
    'create',
    '--tenant',
    tenants.neighbour,
    '--name',
    'bench',
    '--json',
  );
  const keys = { loaded: apiKey, neighbour: (JSON.parse(made) as { key: string }).key };
  const client = await new MongoClient(mongodb.url).connect();
  running.push({ stop: () => client.close() });
  const db = client.db('sluice');
  // A process that was restarted has another pid.
  const run = () => readRunFile(env.DATA_DIR) ?? started.run;
  const stores = () => ({ redis: [run().redis.pid ?? 0], mongodb: [run().mongodb.pid ?? 0] });
  return {
    db,
    contestant: (tenant, campaign = campaigns.plain) => ({
      url: `${gatewayUrl}/api/v1/leads/submit`,
      apiKey: keys[tenant],
      campaign,
      buyerPath: `/buyers/${tenants[tenant]}`,
      pids: () => ({ ...run().services, ...stores() }),
      atRest: () => nothingDue(db, tenants[tenant]),
    }),
  };
}

/** Resolves once no submission of a tenant is in progress, and then no effect. */
async function nothingDue(db: Db, tenantId: string): Promise<void> {
  const due = { tenantId, dueAt: { $exists: true } };
  for (const name of ['submissions', 'effects'])
    await waitUntil(`the end of all ${name}`, async () => !(await db.collection(name).findOne(due)));
}

async function sluice(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> {
  const program = [join(projectRoot, 'scripts', 'bootstrap.mjs'), 'sluice'];
  return (await promisify(execFile)(process.execPath, [...program, ...args], { env })).stdout;
}
