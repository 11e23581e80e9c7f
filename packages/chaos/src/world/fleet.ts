/** The services as processes of their own, each with links of its own to the stores; what ends is started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, programPath } from '@sluice/local';
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
  readonly url: string;
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
  /** How often a process ended without having been told to. */
  readonly unaskedEnds: () => number;
  /** Resolves when every process is ready; false when one is not within `ms`. */
  ready(ms: number): Promise<boolean>;
  /** Stops all: SIGTERM, and SIGKILL for what does not go. */
  stop(): Promise<void>;
}

/** What the fleet is started with. */
export interface FleetSetup {
  readonly logFolder: string;
  readonly redisPort: number;
  readonly mongodbPort: number;
  readonly mongodbUrlBy: (port: number) => string;
  readonly env: NodeJS.ProcessEnv;
  /** Node's own arguments, e.g. a module that breaks the build on purpose. */
  readonly nodeArguments: readonly string[];
  /** How many processes of each service there are. */
  readonly processesOf: (service: Service) => number;
  readonly log: ActionLog;
}

const RESTART_AFTER_MS = 300;
const GRACE_MS = 15_000;

/** Starts every process; they become ready later. */
export async function startFleet(setup: FleetSetup): Promise<Fleet> {
  let stopping = false;
  let unasked = 0;
  const members: Running[] = [];
  for (const service of services) {
    const count = setup.processesOf(service);
    for (let index = 1; index <= count; index += 1) {
      const name = count === 1 ? service : `${service}-${index}`;
      members.push(
        await startMember(setup, service, name, { stopping: () => stopping, unasked: () => (unasked += 1) }),
      );
    }
  }
  const gateway = members.find(({ service }) => service === 'gateway') as Running;
  return {
    members,
    of: (service) => members.filter((member) => member.service === service),
    gatewayUrl: gateway.url,
    unaskedEnds: () => unasked,
    ready: (ms) => until(async () => (await Promise.all(members.map((m) => m.isReady()))).every(Boolean), ms),
    async stop() {
      stopping = true;
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}

interface Running extends Member {
  stop(): Promise<void>;
}

async function startMember(
  setup: FleetSetup,
  service: Service,
  name: string,
  fleet: { readonly stopping: () => boolean; readonly unasked: () => void },
): Promise<Running> {
  const [redis, mongodb] = await Promise.all([openLink(setup.redisPort), openLink(setup.mongodbPort)]);
  const port = await freePort();
  const healthPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let asked = false;
  let lasting: string | undefined;

  function start(failpoint = lasting): void {
    // With a failpoint, its end is what it was started for.
    asked = failpoint !== undefined;
    const output = openSync(join(setup.logFolder, `${name}.log`), 'a');
    const run = spawn(process.execPath, [...setup.nodeArguments, programPath(service)], {
      env: {
        ...setup.env,
        MONGODB_URL: setup.mongodbUrlBy(mongodb.port),
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        ...(service === 'gateway'
          ? { PORT: String(port), HEALTH_PORT: String(healthPort) }
          : { HEALTH_PORT: String(port) }),
        // What hangs on purpose is left to its lease here, as where a deploy is in a hurry.
        SHUTDOWN_GRACE_SECONDS: '12',
        ...(failpoint !== undefined && { FAILPOINT: failpoint }),
      },
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    child = run;
    run.once('exit', (code, signal) => {
      child = undefined;
      if (fleet.stopping()) return;
      if (!asked) {
        fleet.unasked();
        setup.log.note(`${name} ended by itself (${signal ?? code}); it is started again`);
      }
      if (restarting === undefined)
        setTimeout(() => !fleet.stopping() && !child && start(), RESTART_AFTER_MS);
    });
  }

  let restarting: Promise<void> | undefined;
  const gone = async (ms: number) => until(() => child === undefined, ms);
  const signal = (signalName: NodeJS.Signals) => {
    asked ||= signalName === 'SIGKILL' || signalName === 'SIGTERM';
    child?.kill(signalName);
  };
  start();

  return {
    name,
    service,
    redis,
    mongodb,
    url,
    pid: () => child?.pid,
    signal,
    async restart(signalName, failpoint) {
      // One after another: two at once would start two processes in one place.
      const before = restarting;
      const mine = (async () => {
        await before;
        signal(signalName);
        if (!(await gone(GRACE_MS))) signal('SIGKILL');
        await gone(GRACE_MS);
        start(failpoint);
      })();
      restarting = mine;
      await mine;
      if (restarting === mine) restarting = undefined;
    },
    armFromNowOn: (failpoint) => void (lasting = failpoint),
    ends: (ms) => {
      const pid = child?.pid;
      return until(() => child?.pid !== pid || pid === undefined, ms);
    },
    isReady: async () => {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      return answer?.ok ?? false;
    },
    async stop() {
      child?.kill('SIGCONT');
      child?.kill('SIGTERM');
      if (!(await gone(GRACE_MS))) child?.kill('SIGKILL');
      await gone(GRACE_MS);
      await Promise.all([redis.close(), mongodb.close()]);
    },
  };
}
