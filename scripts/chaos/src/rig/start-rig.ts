/** Everything that a run needs, started in order and stopped in reverse. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zoneAtNoon } from '@sluice/testing';
import type { ActionLog } from '../action-log.js';
import type { ChaosEnvironment } from '../config.js';
import type { Rig } from '../faults/fault.js';
import { leftOut, type ChaosOptions } from '../options.js';
import { startAffiliates } from './affiliates.js';
import { startBuyers } from './buyers.js';
import { stages, startFleet, type Service } from './fleet.js';
import { openLimits } from './limits.js';
import { startMongoServer } from './mongo-server.js';
import { startRedisServer } from './redis-server.js';
import { planTenants, tenantFile } from './tenants.js';

/** A running rig, with the places where it records data. */
export interface RunningRig {
  readonly rig: Rig;
  readonly buyerLedger: string;
  readonly clientLedgers: readonly string[];
  /** Resumes every store and service that a fault has stopped by SIGSTOP; others do not notice. */
  resumeFrozen(): void;
  stop(): Promise<void>;
}

/** From this length on, outages and bursts have their full size. */
const FULL_SCALE_MINUTES = 6;
const LEAST_SCALE = 0.15;
// A key for chaos runs only: 32 zero bytes.
const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');

/**
 * Starts stores, buyers, services and affiliates in `folder`. If a later part fails, everything started before is
 * stopped.
 */
export async function startRig(
  folder: string,
  options: ChaosOptions,
  { mongodbUrl, inherited }: ChaosEnvironment,
  log: ActionLog,
): Promise<RunningRig> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
  };
  const within = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  try {
    const redis = await startRedisServer(within('redis'));
    stops.push(() => redis.stop());
    const mongo = await startMongoServer(
      mongodbUrl,
      join(folder, 'mongodb'),
      `chaos_${options.seed}_${process.pid}`,
    );
    stops.push(() => mongo.stop());
    const databaseUrl = mongo.urlBy(mongo.port);
    const buyerLedger = join(folder, 'buyers.ndjson');
    const buyers = await startBuyers({ folder, ledgerFile: buyerLedger, env: inherited });
    stops.push(() => buyers.stop());

    const now = new Date();
    const tenants = planTenants();
    const tenantFolder = within('tenants');
    const tenantFiles = tenants.map((tenant) => {
      const file = join(tenantFolder, `${tenant.tenantId}.json`);
      writeFileSync(file, tenantFile(tenant, buyers.url, zoneAtNoon(now)));
      return file;
    });
    const env = { ...inherited, OUTBOUND_ALLOW: '127.0.0.0/8' };
    const fleet = await startFleet({
      folder,
      redisPort: redis.port,
      mongodbPort: mongo.port,
      mongodbUrlBy: mongo.urlBy,
      encryptionKey: ENCRYPTION_KEY,
      env,
      tenantFiles,
      processesOf: processesOf(options.processes),
      failpoint: options.broken && leftOut[options.broken],
      log,
    });
    stops.push(() => fleet.stop());
    const resumeFrozen = () => {
      redis.resume();
      mongo.resume();
      for (const member of fleet.members) member.signal('SIGCONT');
    };
    // An interrupted run exits in the middle of a fault, and a frozen process would never notice that its parent died.
    process.once('exit', resumeFrozen);
    stops.push(() => {
      process.removeListener('exit', resumeFrozen);
      resumeFrozen();
    });
    const ledgerFileOf = (tenantId: string) => join(folder, `affiliate-${tenantId}.ndjson`);
    const affiliates = startAffiliates({
      gatewayUrl: fleet.gatewayUrl,
      seed: options.seed,
      apiKeys: fleet.apiKeys,
      ledgerFileOf,
    });
    stops.push(() => affiliates.kill());
    await fleet.ready();

    const limits = openLimits({
      folder: tenantFolder,
      databaseUrl,
      encryptionKey: ENCRYPTION_KEY,
      env,
      sinkUrl: buyers.url,
      now,
    });
    let races = 0;
    const scale = Math.min(1, Math.max(LEAST_SCALE, options.minutes / FULL_SCALE_MINUTES));
    const nextRace = () => races++;
    return {
      rig: { log, redis, mongo, fleet, buyers, affiliates, tenants, limits, databaseUrl, scale, nextRace },
      buyerLedger,
      clientLedgers: tenants.map(({ tenantId }) => ledgerFileOf(tenantId)),
      resumeFrozen,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** By default two of each stage, so that one can take over from the other. */
function processesOf(processes: number | undefined): (service: Service) => number {
  return (service) => {
    if (service === 'gateway') return 1;
    return processes ?? (stages.includes(service) ? 2 : 1);
  };
}
