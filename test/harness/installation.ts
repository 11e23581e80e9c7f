/**
 * An installation as an operator has it, on real stores, with a tenant applied. The services that a test ends have
 * processes of their own; the others share one, which starts in a fraction of the time. The buyers and vendors are a
 * sink in this process, so that a test reads what they were sent.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applyTenantFile, type Applied } from '@sluice/cli';
import { launchInstallation, type ProcessEnd, type ServiceProcess } from '@sluice/launch';
import { startSink, type Sink } from '@sluice/sink';
import { openStores, type Stores } from '@sluice/store';
import {
  clockVariables,
  freePort,
  openLink,
  sluiceOn,
  testBackends,
  testEncryptionKey,
  writeDemoTenantAtNoon,
  type Link,
  type RunSluice,
  type TestBackends,
  type TestBackendsOptions,
} from '@sluice/testing';

/** The services that a lead meets. */
export const leadServices = [
  'gateway',
  'qualification',
  'routing',
  'delivery',
  'webhook',
  'pixel',
  'sms',
] as const;
/** Any service that a test may want; the console is started only when it is named. */
export type LeadService = (typeof leadServices)[number] | 'dashboard';

/** Those that bring a lead to its buyer; for tests that look at no effect, which is written down all the same. */
export const buyerServices = ['gateway', 'qualification', 'routing', 'delivery'] as const;

/** A running installation. */
export interface Installation {
  readonly url: string;
  readonly apiKey: string;
  /** Where the console is, of an installation with `dashboard` among its services; it takes {@link consolePassword}. */
  readonly consoleUrl: string;
  readonly sink: Sink;
  readonly stores: Stores;
  readonly backends: TestBackends;
  /** What lies between the services and MongoDB with `throughLink`; the test's own `stores` do not go through it. */
  readonly mongodbLink: Link;
  /** The database by way of that link. */
  readonly linkedMongodbUrl: string;
  /** Where a service answers /healthz, /readyz and /metrics. */
  readonly healthUrl: (service: LeadService) => string;
  /** The same of each of its processes. */
  readonly healthUrls: (service: LeadService) => readonly string[];
  /** Sends a signal to a service's process, to all of them where there are several; for one that runs `apart`. */
  readonly signal: (service: LeadService, signal: NodeJS.Signals) => void;
  /** Starts a service again after its process has ended, with `env` added to its environment. */
  readonly restart: (service: LeadService, env?: Readonly<Record<string, string>>) => Promise<void>;
  /** How a service's process ended; waits until it has, and all others with it. */
  readonly ended: (service: LeadService) => Promise<ProcessEnd>;
  /** How the first of a service's processes to end did. */
  readonly firstEnded: (service: LeadService) => Promise<ProcessEnd>;
  /** Everything that a service has written to its log, and with it what those that share its process have. */
  readonly log: (service: LeadService) => string;
  /** Applies a tenant file, in which `${SINK_URL}` and the platforms' placeholders lead to the sink. */
  readonly apply: (tenantFile: string) => Promise<Applied>;
  /** The operator's command on the same stores. */
  readonly sluice: RunSluice;
  stop(): Promise<void>;
}

export interface InstallationOptions {
  /** Without one, the demo tenant where it is noon. */
  readonly tenantFile?: string;
  readonly services?: readonly LeadService[];
  /** Those with processes of their own: what is to get signals, or to be restarted; default none. */
  readonly apart?: readonly LeadService[];
  readonly env?: Readonly<Record<string, string>>;
  /** Node's arguments for every service, such as a hook that changes modules as they are loaded. */
  readonly nodeArguments?: readonly string[];
  /** How many processes of each worker that runs `apart`; default one. */
  readonly processes?: number;
  /** For tests that cut it; the others are spared the detour through the test's own process. */
  readonly throughLink?: boolean;
  /** Starts the Redis in place of one server. */
  readonly redis?: TestBackendsOptions['redis'];
}

export const consolePassword = 'quiet-heron-7719';

/** What a process may take to stop. */
const GRACE_MS = 14_000;

/** The secret that the demo tenant's webhooks are signed with. */
export const demoWebhookSecret = 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==';

/** Starts everything; resolves when every service is ready. */
export async function startInstallation({
  tenantFile,
  services = leadServices,
  apart = [],
  env = {},
  nodeArguments = [],
  processes: perWorker = 1,
  throughLink = false,
  redis,
}: InstallationOptions = {}): Promise<Installation> {
  const backends = await testBackends({ privateRedis: true, ...(redis && { redis }) });
  const sink = await startSink({ port: 0 });
  const linkedUrl = new URL(backends.mongodbUrl);
  const mongodbLink = await openLink(Number(linkedUrl.port));
  linkedUrl.port = String(mongodbLink.port);
  // The members of a replica set would tell of each other, and lead past the link.
  if (linkedUrl.searchParams.has('replicaSet')) {
    linkedUrl.searchParams.delete('replicaSet');
    linkedUrl.searchParams.set('directConnection', 'true');
  }
  const tenantEnv = {
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SINK_URL: sink.url,
    META_TOKEN: 'test-token',
    META_BASE_URL: sink.url,
    TIKTOK_TOKEN: 'test-token',
    TIKTOK_BASE_URL: sink.url,
  };
  const folder = mkdtempSync(join(tmpdir(), 'sluice-installation-'));
  const started = new Set<string>(services);
  const isApart = (service: string) => apart.some((name) => name === service);
  const dashboardPort = started.has('dashboard') ? await freePort() : undefined;
  /** What the runs of a service are told beside `env`, from its last restart on. */
  const more = new Map<string, Readonly<Record<string, string>>>();
  const launched = await launchInstallation({
    folder,
    env: {
      PATH: process.env['PATH'],
      ...clockVariables(process.env),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      ...env,
    },
    processesOf: (service) =>
      !started.has(service) ? 0 : service === 'gateway' || !isApart(service) ? 1 : perWorker,
    together: services.filter((service) => !isApart(service)),
    mongodbUrl: backends.mongodbUrl,
    storesOf: () => ({
      mongodbUrl: throughLink ? linkedUrl.href : backends.mongodbUrl,
      redisUrl: backends.redisUrl,
    }),
    encryptionKey: testEncryptionKey,
    ...(dashboardPort !== undefined && { dashboardPort, operatorPassword: consolePassword }),
    nodeArguments,
    tenants: [{ file: tenantFile ?? writeDemoTenantAtNoon(folder), env: tenantEnv }],
    // What ended stays so until the test says otherwise.
    startsAgain: false,
    envOfRun: (name) => more.get(name) ?? {},
  });
  const stores = await openStores(backends.mongodbUrl);
  const of = (service: LeadService): readonly ServiceProcess[] => {
    const found = launched.services.filter((each) => each.service === service);
    if (found.length === 0) throw new Error(`${service} was never started`);
    return found;
  };
  /** Its processes, which are no other's: a signal to a shared one would reach services that the test does not mean. */
  const own = (service: LeadService): readonly ServiceProcess[] => {
    if (!isApart(service)) throw new Error(`${service} shares its process: name it in \`apart\``);
    return of(service);
  };
  const ends = (service: LeadService) => own(service).map((each) => each.process.end);
  const stop = async () => {
    await launched.stop(GRACE_MS);
    await stores.close();
    await mongodbLink.close();
    await sink.close();
    await backends.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await launched.ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: launched.gatewayUrl,
    apiKey: launched.tenants[0]?.apiKey ?? '',
    consoleUrl: `http://127.0.0.1:${dashboardPort}`,
    sink,
    stores,
    backends,
    mongodbLink,
    linkedMongodbUrl: linkedUrl.href,
    healthUrl: (service) => of(service)[0]?.healthUrl ?? '',
    healthUrls: (service) => of(service).map(({ healthUrl }) => healthUrl),
    signal: (service, signal) => {
      for (const each of own(service)) each.process.signal(signal);
    },
    restart: async (service, env = {}) => {
      for (const { name } of own(service)) more.set(name, env);
      await Promise.all(
        own(service).map(async (each) => {
          await each.process.restart(GRACE_MS);
          await each.ready();
        }),
      );
    },
    ended: async (service) => {
      const [first] = await Promise.all(ends(service));
      return first as ProcessEnd;
    },
    firstEnded: (service) => Promise.race(ends(service)),
    log: (service) =>
      of(service)
        .map(({ logFile }) => readFileSync(logFile, 'utf8'))
        .join(''),
    apply: (path) =>
      applyTenantFile(path, {
        mongoUrl: backends.mongodbUrl,
        encryptionKey: testEncryptionKey,
        env: tenantEnv,
      }),
    sluice: sluiceOn(backends, folder),
    stop,
  };
}

/** How often a condition is looked at: soon at first, and the longer it takes, the more seldom. */
const LOOK_AGAIN_MS = { atFirst: 50, atMost: 250, partOfTheWait: 0.05 };

/** Waits until `condition` gives something; fails with `what` after `timeoutMs`. */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | false | undefined> | T | false | undefined,
  timeoutMs = 30_000,
): Promise<T> {
  const { atFirst, atMost, partOfTheWait } = LOOK_AGAIN_MS;
  const startedAt = performance.now();
  for (;;) {
    const result = await condition();
    if (result !== false && result !== undefined) return result;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await pause(Math.min(atMost, atFirst + waitedMs * partOfTheWait));
  }
}
