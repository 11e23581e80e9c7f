/** Everything that faults manipulate: stores, services, buyers and affiliates. */
import { join } from 'node:path';
import { launchInstallation } from '@sluice/launch';
import { buyerServices, effectServices, type ServiceName } from '@sluice/local';
import { startSink } from '@sluice/sink';
import { testEncryptionKey, zoneAtNoon } from '@sluice/testing';
import { inheritedEnvironment } from '../config.js';
import type { ChaosOptions } from '../options.js';
import type { Random } from '../random.js';
import { openAffiliate } from './affiliate.js';
import { memberOf, type Around } from './member.js';
import { dataIn, linkTo, signal, startStores } from './stores.js';
import { tenantFile, tenants } from './tenants.js';

/** A running rig. */
export type Rig = Awaited<ReturnType<typeof startRig>>;

/** A fault of a rig: plays from beginning to end, and then restores everything. */
export interface Fault {
  readonly name: string;
  play(rig: Rig, chance: Random): Promise<void>;
}

const GRACE_MS = 15_000;

/** Starts everything in `folder`, and every service with processes of its own. What is started ends with this process. */
export async function startRig(
  folder: string,
  { failpoint, processes }: ChaosOptions,
  chance: Random,
  note: (action: string) => void,
) {
  const { redis, mongodb } = await startStores(folder, note);
  const buyerLedger = join(folder, 'buyers.ndjson');
  const buyers = await startSink({ port: 0, ledgerFile: buyerLedger });
  // A call that hangs on purpose is left to its lease here, as in a hurried deployment.
  const env = { ...inheritedEnvironment(), OUTBOUND_ALLOW: '127.0.0.0/8', SHUTDOWN_GRACE_SECONDS: '12' };
  const ofTenants = { ...env, SINK_URL: buyers.url, ZONE: zoneAtNoon(new Date()) };
  const around = new Map<string, Around>();
  const of = (process: string) => around.get(process) as Around;
  const launched = await launchInstallation({
    folder,
    env,
    encryptionKey: testEncryptionKey,
    tenants: tenants.map((TENANT) => ({ file: tenantFile, env: { ...ofTenants, TENANT } })),
    processesOf: (service) => countOf(service, processes),
    mongodbUrl: dataIn(mongodb),
    async storesOf(process) {
      around.set(process, { redis: await linkTo(redis), mongodb: await linkTo(mongodb) });
      return { redisUrl: dataIn(redis, of(process).redis), mongodbUrl: dataIn(mongodb, of(process).mongodb) };
    },
    startsAgain: true,
    envOfRun(process) {
      const armed = [failpoint, of(process).armed].filter((name) => name !== undefined);
      delete of(process).armed;
      return armed.length === 0 ? {} : { FAILPOINT: armed.join(',') };
    },
    ended: ({ name }, how) => note(`${name} ended (${how}) and is started again`),
  });
  await launched.ready();
  const members = launched.services.map((each) => memberOf(each, of(each.name)));
  const resume = () => {
    for (const store of [redis, mongodb]) signal(store, 'SIGCONT');
    for (const member of members) member.process.signal('SIGCONT');
  };
  // An interrupted run exits in the middle of a fault, and a frozen process would never notice that its parent died.
  process.once('exit', resume);
  const { gatewayUrl } = launched;
  return {
    note,
    stores: { redis, mongodb },
    /** The run's database, without a link in between. */
    databaseUrl: dataIn(mongodb),
    members,
    /** The buyers, receivers and ad platforms, and the file with one line for each of their requests. */
    buyers,
    buyerLedger,
    /** One for each tenant. */
    affiliates: launched.tenants.map((tenant) =>
      openAffiliate({ ...tenant, gatewayUrl }, chance.fork(tenant.tenantId)),
    ),
    /** Ends what a fault that failed halfway may have left. */
    heal() {
      resume();
      for (const member of members) for (const link of [member.redis, member.mongodb]) link.become('open');
    },
    async stop() {
      await launched.stop(GRACE_MS);
      await Promise.all([redis.stop(), mongodb.stop()]);
    },
  };
}

/** How many processes a service has: by default two of those that decide, so that one can take over from the other. */
function countOf(service: ServiceName, processes: number | undefined): number {
  if (service === 'gateway') return 1;
  if (buyerServices.includes(service)) return processes ?? 2;
  return effectServices.includes(service) ? (processes ?? 1) : 0;
}
