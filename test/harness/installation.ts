/**
 * An installation as an operator has it: every service a process of its own, on real stores, with a tenant applied.
 * The buyers and vendors are a sink in this process, so that a test reads what they were sent.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, openStores, type Stores } from '@sluice/store';
import {
  clockVariables,
  freePort,
  openLink,
  startSink,
  testBackends,
  type Link,
  type Sink,
  type TestBackends,
} from '@sluice/testing';
import { projectRoot } from '../../scripts/src/project/root.js';
import { applyTenantFile, type Applied } from '../../scripts/src/sluice/apply/apply-tenant-file.js';
import { ensureDemoKey } from '../../scripts/src/sluice/keys/ensure-demo-key.js';
import { writeDemoTenantAtNoon } from '../../scripts/test/sluice/demo-tenant.js';
import { sluiceOn, testEncryptionKey, type RunSluice } from '../../scripts/test/sluice/run-sluice.js';

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
export type LeadService = (typeof leadServices)[number];

/** Those that bring a lead to its buyer; for tests that look at no effect, which is written down all the same. */
export const buyerServices = ['gateway', 'qualification', 'routing', 'delivery'] as const;

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running installation. */
export interface Installation {
  readonly url: string;
  readonly apiKey: string;
  readonly sink: Sink;
  readonly stores: Stores;
  readonly backends: TestBackends;
  /** What lies between the services and MongoDB with `throughLink`; the test's own `stores` do not go through it. */
  readonly mongodbLink: Link;
  /** Where a service answers /healthz, /readyz and /metrics. */
  readonly healthUrl: (service: LeadService) => string;
  /** The same of each of its processes. */
  readonly healthUrls: (service: LeadService) => readonly string[];
  /** Sends a signal to a service's process, to all of them where there are several. */
  readonly signal: (service: LeadService, signal: NodeJS.Signals) => void;
  /** Starts a service again after its process has ended, with `env` added to its environment. */
  readonly restart: (service: LeadService, env?: Readonly<Record<string, string>>) => Promise<void>;
  /** How a service's process ended; waits until it has, and all others with it. */
  readonly ended: (service: LeadService) => Promise<ProcessEnd>;
  /** How the first of a service's processes to end did. */
  readonly firstEnded: (service: LeadService) => Promise<ProcessEnd>;
  /** Everything that a service has written to its log. */
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
  readonly env?: Readonly<Record<string, string>>;
  /** How many processes of each worker; default one. */
  readonly processes?: number;
  /** For tests that cut it; the others are spared the detour through the test's own process. */
  readonly throughLink?: boolean;
}

// Seven processes start at once, on machines that are busy with other tests.
const READY_WITHIN_MS = 60_000;

/** The secret that the demo tenant's webhooks are signed with. */
export const demoWebhookSecret = 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==';

/** Starts everything; resolves when every service is ready. */
export async function startInstallation({
  tenantFile,
  services = leadServices,
  env = {},
  processes: perWorker = 1,
  throughLink = false,
}: InstallationOptions = {}): Promise<Installation> {
  const backends = await testBackends({ privateRedis: true });
  const sink = await startSink({ port: 0 });
  const mongodbUrl = new URL(backends.mongodbUrl);
  const mongodbLink = await openLink(Number(mongodbUrl.port));
  mongodbUrl.port = String(mongodbLink.port);
  const apply = (path: string) =>
    applyTenantFile(path, {
      mongoUrl: backends.mongodbUrl,
      encryptionKey: testEncryptionKey,
      env: {
        OUTBOUND_ALLOW: '127.0.0.0/8',
        SINK_URL: sink.url,
        META_TOKEN: 'test-token',
        META_BASE_URL: sink.url,
        TIKTOK_TOKEN: 'test-token',
        TIKTOK_BASE_URL: sink.url,
      },
    });
  await migrate(backends.mongodbUrl);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-installation-'));
  const { tenantId } = await apply(tenantFile ?? writeDemoTenantAtNoon(folder));
  const { apiKey } = await ensureDemoKey({ mongoUrl: backends.mongodbUrl, tenantId });
  const stores = await openStores(backends.mongodbUrl);
  const ports = new Map<LeadService, number[]>();
  for (const service of services) {
    const own: number[] = [];
    for (let n = 0; n < (service === 'gateway' ? 1 : perWorker); n += 1) own.push(await freePort());
    ports.set(service, own);
  }
  const gatewayPort = String(await freePort());
  const url = `http://127.0.0.1:${gatewayPort}`;
  const healthUrls = (service: LeadService) =>
    (ports.get(service) ?? []).map((port) => `http://127.0.0.1:${port}`);
  const healthUrl = (service: LeadService) => healthUrls(service)[0] ?? '';
  const processes = new Map<LeadService, readonly ChildProcess[]>();
  const logFile = (service: string) => join(folder, `${service}.log`);

  function launch(service: LeadService, more?: Readonly<Record<string, string>>): void {
    const own = ports.get(service) ?? [];
    processes.set(
      service,
      own.map((port) => launchOne(service, String(port), more)),
    );
  }

  function launchOne(
    service: LeadService,
    port: string,
    more: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const child = spawn(process.execPath, [join(projectRoot, 'services', service, 'dist', 'main.js')], {
      env: {
        PATH: process.env['PATH'],
        ...clockVariables(process.env),
        NODE_ENV: 'development',
        MONGODB_URL: throughLink ? mongodbUrl.href : backends.mongodbUrl,
        REDIS_URL: backends.redisUrl,
        OUTBOUND_ALLOW: '127.0.0.0/8',
        ENCRYPTION_KEY: testEncryptionKey,
        SLUICE_SUPERVISED: '1',
        PUBLIC_URL: url,
        HEALTH_PORT: port,
        ...(service === 'gateway' && { PORT: gatewayPort }),
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const file = createWriteStream(logFile(service), { flags: 'a' });
    child.stdout?.pipe(file);
    child.stderr?.pipe(file);
    return child;
  }

  const launched = (service: LeadService): readonly ChildProcess[] => {
    const own = processes.get(service);
    if (!own) throw new Error(`${service} was never started`);
    return own;
  };

  const stop = async () => {
    await Promise.all([...processes.values()].flat().map(ended));
    await stores.close();
    await mongodbLink.close();
    await sink.close();
    await backends.stop();
    rmSync(folder, { recursive: true, force: true });
  };

  const allReady = (service: LeadService) =>
    Promise.all(healthUrls(service).map((url) => ready(url, () => readFileSync(logFile(service), 'utf8'))));

  for (const service of services) launch(service);
  try {
    await Promise.all(services.map((service) => allReady(service)));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url,
    apiKey,
    sink,
    stores,
    backends,
    mongodbLink,
    healthUrl,
    healthUrls,
    signal: (service, signal) => {
      for (const child of processes.get(service) ?? []) child.kill(signal);
    },
    restart: async (service, more) => {
      launch(service, more);
      await allReady(service);
    },
    ended: async (service) => {
      const [first] = await Promise.all(launched(service).map(endOf));
      return first as ProcessEnd;
    },
    firstEnded: (service) => Promise.race(launched(service).map(endOf)),
    log: (service) => readFileSync(logFile(service), 'utf8'),
    apply,
    sluice: sluiceOn(backends, folder),
    stop,
  };
}

/** Waits until `condition` gives something; fails with `what` after `timeoutMs`. */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | false | undefined> | T | false | undefined,
  timeoutMs = 30_000,
): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const result = await condition();
    if (result !== false && result !== undefined) return result;
    if (performance.now() > until) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await pause(50);
  }
}

async function ready(url: string, log: () => string): Promise<void> {
  try {
    await eventually(
      `${url} is ready`,
      async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok,
      READY_WITHIN_MS,
    );
  } catch (error) {
    throw new Error(`${String(error)}\n${log().slice(-2_000)}`, { cause: error });
  }
}

async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
  return { code: child.exitCode, signal: child.signalCode };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 14_000);
  await gone;
  clearTimeout(force);
}
