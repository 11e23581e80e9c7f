/**
 * An installation as an operator runs it, on real stores, with a tenant applied. Services that a test ends have
 * processes of their own; the others share one, which starts in a fraction of the time. The buyers and vendors are a
 * sink in this process, so that a test can read what they received.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyTenantFile, type Applied } from '@sluice/cli';
import { launchInstallation, type AppliedTenant, type ProcessEnd, type ServiceProcess } from '@sluice/launch';
import { buyerServices, effectServices, type ServiceName } from '@sluice/local';
import { startSink, type Sink } from '@sluice/sink';
import { openStores, type Stores } from '@sluice/store';
import {
  clockVariables,
  demoTenantAtNoon,
  freePort,
  sluiceOn,
  testBackends,
  testEncryptionKey,
  type RunSluice,
  type TestBackends,
  type TestBackendsOptions,
} from '@sluice/testing';

/** The services that a lead and its effects pass. Effects are planned even if only `buyerServices` run. */
export const leadServices: readonly ServiceName[] = [...buyerServices, ...effectServices];

/** A tenant file as a test writes it; its `${SINK_URL}` and the platforms' placeholders point to the sink. */
export type TenantFields = Readonly<Record<string, unknown>>;

/** A running installation. */
export interface Installation {
  readonly url: string;
  /** The tenant that it was started with, and its key. */
  readonly tenantId: string;
  readonly apiKey: string;
  /** The address of the dashboard if `dashboard` is among the services; log in as {@link dashboardEmail} with {@link dashboardPassword}. */
  readonly dashboardUrl: string;
  readonly sink: Sink;
  readonly stores: Stores;
  readonly backends: TestBackends;
  /** The base URL of a service's /healthz, /readyz and /metrics. */
  readonly healthUrl: (service: ServiceName) => string;
  /** The same for each of its processes. */
  readonly healthUrls: (service: ServiceName) => readonly string[];
  /** Sends a signal to all processes of a service, which must run `apart`. */
  readonly signal: (service: ServiceName, signal: NodeJS.Signals) => void;
  /** Restarts a service after its process has exited, with `env` added to its environment. */
  readonly restart: (service: ServiceName, env?: Readonly<Record<string, string>>) => Promise<void>;
  /** How a service's process ended; waits until all its processes have exited. */
  readonly ended: (service: ServiceName) => Promise<ProcessEnd>;
  /** How the first of a service's processes to exit ended. */
  readonly firstEnded: (service: ServiceName) => Promise<ProcessEnd>;
  /** The service's whole log, including that of services in the same process. */
  readonly log: (service: ServiceName) => string;
  readonly apply: (tenant: TenantFields) => Promise<Applied>;
  /** The operator's command on the same stores. */
  readonly sluice: RunSluice;
  stop(): Promise<void>;
}

export interface InstallationOptions {
  /** Default: the demo tenant in a time zone where it is noon. */
  readonly tenant?: TenantFields;
  /** The dashboard is started only if it is named. */
  readonly services?: readonly ServiceName[];
  /** The services with processes of their own, which a test may signal or restart; default none. */
  readonly apart?: readonly ServiceName[];
  readonly env?: Readonly<Record<string, string>>;
  /** The sink's mailbox is the installation's mail server, and mails link to its dashboard; default no. */
  readonly mails?: boolean;
  /** Node's arguments for every service, such as a hook that changes modules as they are loaded. */
  readonly nodeArguments?: readonly string[];
  /** How many processes each worker that runs `apart` has; default one. */
  readonly processes?: number;
  /** The address by which the services reach the database, for tests that put a link between them. */
  readonly servicesReach?: (mongodbUrl: string) => string | Promise<string>;
  /** Starts another Redis instead of a single server. */
  readonly redis?: TestBackendsOptions['redis'];
}

export const dashboardEmail = 'operator@sluice.localhost';
export const dashboardPassword = 'quiet-heron-7719';

/** The time that a process may take to stop. */
const GRACE_MS = 14_000;

/** Starts everything; resolves once every service is ready. If a part fails, stops those that were started before. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const started = await startAll(options, (each) => void stops.push(each));
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Hands to `atStop` what ends each part, as soon as the part exists. */
async function startAll(
  {
    tenant,
    services = leadServices,
    apart = [],
    env = {},
    mails = false,
    nodeArguments = [],
    processes: perWorker = 1,
    servicesReach = (url) => url,
    redis,
  }: InstallationOptions,
  atStop: (end: () => unknown) => void,
): Promise<Omit<Installation, 'stop'>> {
  const backends = await testBackends({ privateRedis: true, prepares: true, redis });
  atStop(() => backends.stop());
  const sink = await startSink({ port: 0 });
  atStop(() => sink.close());
  const mongodbUrl = await servicesReach(backends.mongodbUrl);
  const tenantEnv = {
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SINK_URL: sink.url,
    META_TOKEN: 'test-token',
    META_BASE_URL: sink.url,
    DOCUSEAL_BASE_URL: `${sink.url}/docuseal`,
    MAILBOX_PORT: String(sink.smtpPort),
    TIKTOK_TOKEN: 'test-token',
    TIKTOK_BASE_URL: sink.url,
  };
  const folder = mkdtempSync(join(tmpdir(), 'sluice-installation-'));
  atStop(() => rmSync(folder, { recursive: true, force: true }));
  const tenantFile = (text: string): string => {
    const path = join(folder, 'tenant.yaml');
    writeFileSync(path, text);
    return path;
  };
  const started = new Set<string>(services);
  const isApart = (service: string) => apart.some((name) => name === service);
  const dashboardPort = await freePort();
  /** Additional environment variables of a service since its last restart. */
  const more = new Map<string, Readonly<Record<string, string>>>();
  const launched = await launchInstallation({
    folder,
    env: {
      PATH: process.env['PATH'],
      ...clockVariables(process.env),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      ...(mails && {
        SMTP_URL: `smtp://127.0.0.1:${sink.smtpPort}`,
        MAIL_FROM: 'leads@sluice.example',
        DASHBOARD_URL: `http://127.0.0.1:${dashboardPort}`,
      }),
      ...env,
    },
    processesOf: (service) =>
      !started.has(service) ? 0 : service === 'gateway' || !isApart(service) ? 1 : perWorker,
    together: services.filter((service) => !isApart(service)),
    mongodbUrl: backends.mongodbUrl,
    storesOf: () => ({ mongodbUrl, redisUrl: backends.redisUrl }),
    encryptionKey: testEncryptionKey,
    dashboardPort,
    operatorEmail: dashboardEmail,
    operatorPassword: dashboardPassword,
    nodeArguments,
    tenants: [{ file: tenantFile(tenant ? JSON.stringify(tenant) : demoTenantAtNoon()), env: tenantEnv }],
    // A process that exits stays down until the test restarts it.
    startsAgain: false,
    envOfRun: (name) => more.get(name) ?? {},
  });
  atStop(() => launched.stop(GRACE_MS));
  // Before the services, which would wait for what the sink is scripted never to answer.
  atStop(() => sink.close());
  const stores = await openStores(backends.mongodbUrl);
  atStop(() => stores.close());
  const of = (service: ServiceName): readonly ServiceProcess[] => {
    const found = launched.services.filter((each) => each.service === service);
    if (found.length === 0) throw new Error(`${service} was never started`);
    return found;
  };
  /** The processes of a service that runs `apart`: a signal to a shared process would also reach other services. */
  const own = (service: ServiceName): readonly ServiceProcess[] => {
    if (!isApart(service)) throw new Error(`${service} shares its process: name it in \`apart\``);
    return of(service);
  };
  const ends = (service: ServiceName) => own(service).map((each) => each.process.end);
  await launched.ready();
  return {
    url: launched.gatewayUrl,
    ...(launched.tenants[0] as AppliedTenant),
    dashboardUrl: `http://127.0.0.1:${dashboardPort}`,
    sink,
    stores,
    backends,
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
    apply: (changed) =>
      applyTenantFile(tenantFile(JSON.stringify(changed)), {
        mongoUrl: backends.mongodbUrl,
        encryptionKey: testEncryptionKey,
        env: tenantEnv,
      }),
    sluice: sluiceOn(backends, folder),
  };
}
