/** The services as separate processes, each with its own links to the stores; a process that exits is restarted. */
import { readFileSync } from 'node:fs';
import { launchInstallation, type ServiceProcess } from '@sluice/launch';
import { serviceNames, type ServiceName } from '@sluice/local';
import { openLink, type Link } from '@sluice/testing';
import type { ActionLog } from '../action-log.js';
import { until } from './until.js';

/** The services that a run leaves out, because its tenants have nothing for them to do. */
const leftOut = ['sms', 'email', 'dashboard'] as const satisfies readonly ServiceName[];

/** A service of the fleet: whoever adds one has to name the failpoints that it reaches, or leave it out. */
export type Service = Exclude<ServiceName, (typeof leftOut)[number]>;

/** The services of the fleet. */
export const fleetServices: readonly Service[] = serviceNames.filter(isOfFleet);

/** The services whose worker decides. */
export const stages: readonly Service[] = ['qualification', 'routing', 'delivery'];

function isOfFleet(name: ServiceName): name is Service {
  return !leftOut.some((one) => one === name);
}

/** One process. */
export interface Member {
  readonly name: string;
  readonly service: Service;
  readonly redis: Link;
  readonly mongodb: Link;
  /** The pid of the current run; undefined between two runs. */
  readonly pid: () => number | undefined;
  /** Sends a signal; a process that exits is restarted after the usual delay. */
  signal(name: NodeJS.Signals): void;
  /** Ends this run and starts the next, with the given failpoint armed; the run after that has none. */
  restart(signal: NodeJS.Signals, failpoint?: string): Promise<void>;
  /** Arms a failpoint in every run from the next one on; `undefined` disarms it. */
  armFromNowOn(failpoint: string | undefined): void;
  /** Resolves once the current run has ended; false if that takes longer than `ms`. */
  ends(ms: number): Promise<boolean>;
  /** The submissions at which its runs have stopped at a failpoint. */
  stoppedAt(): readonly string[];
  /** Whether it answers /readyz. */
  isReady(): Promise<boolean>;
}

/** All processes. */
export interface Fleet {
  readonly members: readonly Member[];
  readonly of: (service: Service) => readonly Member[];
  readonly gatewayUrl: string;
  /** The key of each tenant. */
  readonly apiKeys: ReadonlyMap<string, string>;
  /** How often a process exited without a request. */
  readonly unaskedEnds: () => number;
  /** Resolves once every process is ready; rejects with a `Problem` if one cannot become ready. */
  ready(): Promise<void>;
  /** Stops all: SIGTERM, then SIGKILL for processes that do not exit. */
  stop(): Promise<void>;
}

/** The settings of the fleet. */
export interface FleetSetup {
  /** The folder of the processes' logs and pids. */
  readonly folder: string;
  readonly redisPort: number;
  readonly mongodbPort: number;
  readonly mongodbUrlBy: (port: number) => string;
  readonly encryptionKey: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tenantFiles: readonly string[];
  /** The FAILPOINT of every run of every process, e.g. a step that is left out; undefined for none. */
  readonly failpoint: string | undefined;
  /** The number of processes of each service. */
  readonly processesOf: (service: Service) => number;
  readonly log: ActionLog;
}

const GRACE_MS = 15_000;

/** The links between one process and the stores, and its failpoints. */
interface Surroundings {
  readonly redis: Link;
  readonly mongodb: Link;
  /** The failpoint of the next run only. */
  next?: string | undefined;
  /** The failpoint of every run. */
  lasting?: string | undefined;
  /** Whether the current run was asked to exit. */
  asked: boolean;
}

/** Applies the tenants and starts every process; they become ready later. */
export async function startFleet(setup: FleetSetup): Promise<Fleet> {
  let unasked = 0;
  const surroundings = new Map<string, Surroundings>();
  const of = (process: string) => surroundings.get(process) as Surroundings;
  const { mongodbUrlBy, processesOf, log } = setup;
  const counted = (service: string) => fleetServices.find((name) => name === service);
  const launched = await launchInstallation({
    folder: setup.folder,
    // A call that hangs on purpose is left to its lease here, as in a hurried deployment.
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
    tenants: setup.tenantFiles.map((file) => ({ file, env: setup.env })),
    startsAgain: true,
    envOfRun: (process) => {
      const around = of(process);
      const failpoint = around.next ?? around.lasting;
      around.next = undefined;
      // A process with a failpoint is expected to exit.
      around.asked = failpoint !== undefined;
      const armed = [setup.failpoint, failpoint].filter((each) => each !== undefined);
      return armed.length === 0 ? {} : { FAILPOINT: armed.join(',') };
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
      await launched.stop(GRACE_MS);
      await Promise.all(members.flatMap(({ redis, mongodb }) => [redis.close(), mongodb.close()]));
    },
  };
}

function memberOf(
  { name, service, healthUrl, process, logFile }: ServiceProcess,
  around: Surroundings,
): Member {
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
      // One after another, so that each failpoint gets a run of its own.
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
    stoppedAt: () =>
      [...readFileSync(logFile, 'utf8').matchAll(/"stops at a failpoint".*"submissionId":"([^"]*)"/g)].map(
        ([, submissionId = '']) => submissionId,
      ),
    isReady: async () => {
      const answer = await fetch(`${healthUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      return answer?.ok ?? false;
    },
  };
}
