/** The services as processes of their own, each with links of its own to the stores; what ends is started again. */
import { launchInstallation, type ServiceProcess } from '@sluice/launch';
import { openLink, type Link } from '@sluice/testing';
import type { ActionLog } from '../action-log.js';
import { until } from './until.js';

const services = ['gateway', 'qualification', 'routing', 'delivery', 'webhook', 'pixel'] as const;

/** A service of the fleet. */
export type Service = (typeof services)[number];

/** One process. */
export interface Member {
  readonly name: string;
  readonly service: Service;
  readonly redis: Link;
  readonly mongodb: Link;
  /** Of the present run; undefined between two. */
  readonly pid: () => number | undefined;
  /** Sends a signal; what ends by it is started again after the usual delay. */
  signal(name: NodeJS.Signals): void;
  /** Ends this run and starts the next, with a failpoint armed if one is named; the run after that has none. */
  restart(signal: NodeJS.Signals, failpoint?: string): Promise<void>;
  /** Arms a failpoint in every run from the next one on; `undefined` disarms it. */
  armFromNowOn(failpoint: string | undefined): void;
  /** Resolves when the present run is over; false when it is not within `ms`. */
  ends(ms: number): Promise<boolean>;
  /** Whether it answers /readyz. */
  isReady(): Promise<boolean>;
}

/** All processes. */
export interface Fleet {
  readonly members: readonly Member[];
  readonly of: (service: Service) => readonly Member[];
  readonly gatewayUrl: string;
  /** A key for each tenant. */
  readonly apiKeys: ReadonlyMap<string, string>;
  /** How often a process ended without having been told to. */
  readonly unaskedEnds: () => number;
  /** Resolves when every process is ready; rejects with a `Problem` when one will not be. */
  ready(): Promise<void>;
  /** Stops all: SIGTERM, and SIGKILL for what does not go. */
  stop(): Promise<void>;
}

/** What the fleet is started with. */
export interface FleetSetup {
  /** Keeps the processes' logs and pids. */
  readonly folder: string;
  readonly redisPort: number;
  readonly mongodbPort: number;
  readonly mongodbUrlBy: (port: number) => string;
  readonly encryptionKey: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tenantFiles: readonly string[];
  /** Node's own arguments, e.g. a module that breaks the build on purpose. */
  readonly nodeArguments: readonly string[];
  /** How many processes of each service there are. */
  readonly processesOf: (service: Service) => number;
  readonly log: ActionLog;
}

const GRACE_MS = 15_000;

/** What lies between one process and the stores, and which failpoints it is told. */
interface Surroundings {
  readonly redis: Link;
  readonly mongodb: Link;
  /** Of the next run alone. */
  next?: string | undefined;
  /** Of every run. */
  lasting?: string | undefined;
  /** Whether the present run is to end, or was told to. */
  asked: boolean;
}

/** Applies the tenants and starts every process; they become ready later. */
export async function startFleet(setup: FleetSetup): Promise<Fleet> {
  let unasked = 0;
  const surroundings = new Map<string, Surroundings>();
  const of = (process: string) => surroundings.get(process) as Surroundings;
  const { mongodbUrlBy, processesOf, log } = setup;
  const counted = (service: string) => services.find((name) => name === service);
  const launched = await launchInstallation({
    folder: setup.folder,
    // What hangs on purpose is left to its lease here, as where a deploy is in a hurry.
    env: { ...setup.env, SHUTDOWN_GRACE_SECONDS: '12' },
    processesOf: (name) => {
      const service = counted(name);
      return service === undefined ? 0 : processesOf(service);
    },
    mongodbUrl: mongodbUrlBy(setup.mongodbPort),
    storesOf: async (process) => {
      const [redis, mongodb] = await Promise.all([openLink(setup.redisPort), openLink(setup.mongodbPort)]);
      surroundings.set(process, { redis, mongodb, asked: false });
      return { redisUrl: `redis://127.0.0.1:${redis.port}`, mongodbUrl: mongodbUrlBy(mongodb.port) };
    },
    encryptionKey: setup.encryptionKey,
    nodeArguments: setup.nodeArguments,
    tenants: setup.tenantFiles.map((file) => ({ file, env: setup.env })),
    startsAgain: true,
    envOfRun: (process) => {
      const around = of(process);
      const failpoint = around.next ?? around.lasting;
      around.next = undefined;
      // With a failpoint, its end is what it was started for.
      around.asked = failpoint !== undefined;
      return failpoint === undefined ? {} : { FAILPOINT: failpoint };
    },
    ended: ({ name }, how) => {
      if (of(name).asked) return;
      unasked += 1;
      log.note(`${name} ended by itself (${how}); it is started again`);
    },
  });
  const members = launched.services.map((each) => memberOf(each, of(each.name)));
  return {
    members,
    of: (service) => members.filter((member) => member.service === service),
    gatewayUrl: launched.gatewayUrl,
    apiKeys: new Map(launched.tenants.map(({ tenantId, apiKey }) => [tenantId, apiKey])),
    unaskedEnds: () => unasked,
    ready: () => launched.ready(),
    async stop() {
      for (const member of members) member.signal('SIGCONT');
      await launched.stop(GRACE_MS);
      await Promise.all(members.flatMap(({ redis, mongodb }) => [redis.close(), mongodb.close()]));
    },
  };
}

function memberOf({ name, service, healthUrl, process }: ServiceProcess, around: Surroundings): Member {
  let restarting: Promise<void> = Promise.resolve();
  return {
    name,
    service: service as Service,
    redis: around.redis,
    mongodb: around.mongodb,
    pid: () => process.pid,
    signal(signalName) {
      around.asked ||= signalName === 'SIGKILL' || signalName === 'SIGTERM';
      process.signal(signalName);
    },
    restart(signalName, failpoint) {
      // One after another, so that each failpoint has a run of its own.
      restarting = restarting.then(() => {
        around.next = failpoint;
        return process.restart(GRACE_MS, signalName);
      });
      return restarting;
    },
    armFromNowOn: (failpoint) => void (around.lasting = failpoint),
    ends: (ms) => {
      const { pid } = process;
      return until(() => process.pid !== pid || pid === undefined, ms);
    },
    isReady: async () => {
      const answer = await fetch(`${healthUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      return answer?.ok ?? false;
    },
  };
}
