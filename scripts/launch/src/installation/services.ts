/** The processes of a running Sluice: each service's program, environment, tie to the supervisor, and health address. */
import { join } from 'node:path';
import {
  artefactPath,
  freePort,
  memoryEnvironment,
  memoryFlags,
  outboundAllow,
  takePort,
  programPath,
  projectRoot,
  serviceNamed,
  serviceNames,
  type ServiceName,
  usualOperatorEmail,
} from '@sluice/local';
import type { ProcessSpec } from '../supervisor/launch-process.js';

/** The program that runs several services in one process. */
const togetherProgram = join(projectRoot, 'scripts', 'launch', 'dist', 'installation', 'run-together.js');

/** The addresses of the stores for one process. */
export interface StoreUrls {
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}

/** The settings of the services. */
export interface ServicesSetup {
  /** An absolute path; contains the processes' logs in `logs/` and their pids in `pids/`. */
  readonly folder: string;
  /** The environment that every process inherits. */
  readonly env: NodeJS.ProcessEnv;
  /** How many processes of each service to start; may be 0. */
  readonly processesOf: (service: ServiceName) => number;
  /**
   * Services that share one process, with one instance each. For tests that end none of them; they start much sooner.
   */
  readonly together?: readonly ServiceName[];
  readonly gatewayPort: number;
  /** Required if the dashboard runs. */
  readonly dashboardPort?: number;
  /** Whether the first process of each service uses its default health port if that is free. */
  readonly usualHealthPorts?: boolean;
  /** Called once for each process, with its name. */
  readonly storesOf: (process: string) => StoreUrls | Promise<StoreUrls>;
  /** 32 bytes, base64. */
  readonly encryptionKey: string;
  /** Default: that of `npm start`. */
  readonly operatorEmail?: string;
  readonly operatorPassword?: string;
  /** The demo's mailbox, the installation's mail server unless the person names another one. */
  readonly mailboxPort?: number | undefined;
  /** Node's own arguments, besides those for its memory; for hooks that change modules as they are loaded. */
  readonly nodeArguments?: readonly string[];
  /** Additional environment variables of a process; called before each of its runs, with its name. */
  readonly envOfRun?: (process: string) => NodeJS.ProcessEnv;
}

/** One process of one service, or a service's part in a shared process. */
export interface ServicePlan {
  readonly service: ServiceName;
  /** Identical for all services that share a process. */
  readonly spec: ProcessSpec;
  /** The base URL of its /healthz, /readyz and /metrics. */
  readonly healthUrl: string;
}

/** Plans every process of every service; each service gets a free health port. */
export async function planServices(setup: ServicesSetup): Promise<ServicePlan[]> {
  const { together = [] } = setup;
  const plans = await planApart(setup);
  const plansTogether = plans.filter(({ service }) => together.includes(service));
  const [first] = plansTogether;
  if (!first) return plans;
  const spec = specTogether(setup, first, plansTogether);
  return plans.map((plan) => (plansTogether.includes(plan) ? { ...plan, spec } : plan));
}

async function planApart(setup: ServicesSetup): Promise<ServicePlan[]> {
  const taken = new Set([setup.gatewayPort, setup.dashboardPort].filter((port) => port !== undefined));
  const plans: ServicePlan[] = [];
  for (const service of serviceNames) {
    const count = setup.processesOf(service);
    for (let index = 0; index < count; index += 1) {
      const usual = setup.usualHealthPorts && index === 0 ? serviceNamed(service).healthPort : undefined;
      const healthPort = await pickHealthPort(usual, taken);
      taken.add(healthPort);
      const name = index === 0 ? service : `${service}-${index + 1}`;
      const stores = await setup.storesOf(name);
      plans.push(planService(setup, stores, { service, name, count, healthPort }));
    }
  }
  return plans;
}

async function pickHealthPort(usual: number | undefined, taken: ReadonlySet<number>): Promise<number> {
  // Reserved, because another installation that starts at the same time finds the usual port free as well.
  if (usual !== undefined && !taken.has(usual) && (await takePort(usual))) return usual;
  return freePort(taken);
}

function planService(
  setup: ServicesSetup,
  stores: StoreUrls,
  {
    service,
    name,
    count,
    healthPort,
  }: { service: ServiceName; name: string; count: number; healthPort: number },
): ServicePlan {
  const sharesItsPort = count > 1 && (service === 'gateway' || service === 'dashboard');
  return {
    service,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    spec: {
      name,
      command: process.execPath,
      args: [...memoryFlags, ...programArguments(setup, service)],
      env: serviceEnvironment(setup, stores, service, healthPort),
      envOfRun: setup.envOfRun && (() => setup.envOfRun?.(name) ?? {}),
      logFile: join(setup.folder, 'logs', `${name}.log`),
      pidFile: join(setup.folder, 'pids', `${name}.json`),
      tiedBy: sharesItsPort ? 'shared-port' : 'channel',
    },
  };
}

// Their environments differ only in the health port.
function specTogether(
  { folder }: ServicesSetup,
  { spec: { envOfRun: _envOfRun, ...first } }: ServicePlan,
  plansTogether: readonly ServicePlan[],
): ProcessSpec {
  const parts = plansTogether.map(({ service, healthUrl }) => ({
    program: artefactPath(service),
    healthPort: new URL(healthUrl).port,
  }));
  return {
    ...first,
    name: 'services',
    args: [...memoryFlags, togetherProgram, JSON.stringify(parts)],
    logFile: join(folder, 'logs', 'services.log'),
    pidFile: join(folder, 'pids', 'services.json'),
  };
}

function programArguments({ nodeArguments = [] }: ServicesSetup, service: ServiceName): string[] {
  // A hook needs the modules as separate files.
  return nodeArguments.length > 0
    ? [...nodeArguments, programPath('sluice'), service]
    : [artefactPath('sluice'), service];
}

function serviceEnvironment(
  {
    env,
    gatewayPort,
    dashboardPort,
    encryptionKey,
    operatorEmail = usualOperatorEmail,
    operatorPassword,
    mailboxPort,
  }: ServicesSetup,
  { mongodbUrl, redisUrl }: StoreUrls,
  service: ServiceName,
  healthPort: number,
): NodeJS.ProcessEnv {
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
  return {
    ...memoryEnvironment,
    // Variables that the person set (tracing, log level, vendors' test addresses) reach every service.
    ...env,
    NODE_ENV: 'development',
    SLUICE_SUPERVISED: '1',
    MONGODB_URL: mongodbUrl,
    REDIS_URL: redisUrl,
    ENCRYPTION_KEY: encryptionKey,
    // Only the service that people log in to gets the first administrator.
    OPERATOR_EMAIL: service === 'dashboard' && operatorPassword ? operatorEmail : undefined,
    OPERATOR_PASSWORD: service === 'dashboard' ? operatorPassword : undefined,
    DASHBOARD_URL: env['DASHBOARD_URL'] || dashboardUrl(dashboardPort),
    PORT: String(gatewayPort),
    DASHBOARD_PORT: dashboardPort === undefined ? undefined : String(dashboardPort),
    HEALTH_PORT: String(healthPort),
    GATEWAY_URL: gatewayUrl,
    PUBLIC_URL: env['PUBLIC_URL'] || gatewayUrl,
    ...(mailboxPort !== undefined && !env['SMTP_URL'] && mailbox(mailboxPort)),
    OUTBOUND_ALLOW: outboundAllow(env),
    LOG_LEVEL: env['LOG_LEVEL'] || 'info',
  };
}

function mailbox(port: number): NodeJS.ProcessEnv {
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'sluice@sluice.localhost' };
}

function dashboardUrl(port: number | undefined): string | undefined {
  return port === undefined ? undefined : `http://127.0.0.1:${port}`;
}

/** The demo buyer as a process on `port`, with its log and pid in `folder`. */
export function planSink({
  folder,
  env,
  port,
}: {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
}): ProcessSpec {
  return {
    name: 'sink',
    command: process.execPath,
    args: [programPath('sink')],
    env: { ...env, NODE_ENV: 'development', SLUICE_SUPERVISED: '1', SINK_PORT: String(port) },
    logFile: join(folder, 'logs', 'sink.log'),
    pidFile: join(folder, 'pids', 'sink.json'),
    tiedBy: 'channel',
  };
}
