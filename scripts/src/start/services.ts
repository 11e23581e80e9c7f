/** Which processes make up a running Sluice: each service's program, environment, leash and ready address. */
import { join } from 'node:path';
import {
  freePort,
  outboundAllow,
  portState,
  programPath,
  serviceNames,
  type ServiceName,
} from '@sluice/local';
import type { ProcessSpec } from '@sluice/launch';
import type { StartOptions } from './options.js';

/**
 * What a service may take, in megabytes: left to itself, the engine of a large machine lets garbage wait for long. The
 * images set the same.
 */
const MEMORY_BOUNDS = ['--max-semi-space-size=8', '--max-old-space-size=256'];

/** One process of one service. */
export interface ServicePlan {
  readonly service: ServiceName;
  readonly spec: ProcessSpec;
  /** Where it answers /healthz, /readyz and /metrics. */
  readonly healthUrl: string;
}

/** What the services must be told that is only known once the stores answer. */
export interface SharedSettings {
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  readonly encryptionKey: string;
  readonly operatorPassword: string;
}

/** The first process of each service is found at its usual health port when that is free. */
const USUAL_HEALTH_PORTS: Readonly<Record<ServiceName, number>> = {
  gateway: 3010,
  qualification: 3011,
  routing: 3012,
  delivery: 3013,
  sms: 3014,
  pixel: 3015,
  webhook: 3016,
  dashboard: 3018,
};

/** Plans every process of every service; each gets a health port that is free now. */
export async function planServices(options: StartOptions, shared: SharedSettings): Promise<ServicePlan[]> {
  const taken = new Set([options.gatewayPort, options.dashboardPort]);
  const plans: ServicePlan[] = [];
  for (const service of serviceNames) {
    const count = options.workers[service];
    for (let index = 0; index < count; index += 1) {
      const usual = index === 0 ? USUAL_HEALTH_PORTS[service] : undefined;
      const healthPort = await pickHealthPort(usual, taken);
      taken.add(healthPort);
      plans.push(planService(options, shared, { service, index, count, healthPort }));
    }
  }
  return plans;
}

async function pickHealthPort(usual: number | undefined, taken: ReadonlySet<number>): Promise<number> {
  if (usual !== undefined && !taken.has(usual) && (await portState(usual)) === 'free') return usual;
  return freePort(taken);
}

function planService(
  options: StartOptions,
  shared: SharedSettings,
  {
    service,
    index,
    count,
    healthPort,
  }: { service: ServiceName; index: number; count: number; healthPort: number },
): ServicePlan {
  const name = index === 0 ? service : `${service}-${index + 1}`;
  const sharesItsPort = count > 1 && (service === 'gateway' || service === 'dashboard');
  return {
    service,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    spec: {
      name,
      command: process.execPath,
      args: [...MEMORY_BOUNDS, programPath(service)],
      env: serviceEnvironment(options, shared, service, healthPort),
      logFile: join(options.dataDir, 'logs', `${name}.log`),
      pidFile: join(options.dataDir, 'pids', `${name}.json`),
      leash: sharesItsPort ? 'shared-port' : 'channel',
    },
  };
}

function serviceEnvironment(
  { env, gatewayPort, dashboardPort, gatewayUrl }: StartOptions,
  shared: SharedSettings,
  service: ServiceName,
  healthPort: number,
): NodeJS.ProcessEnv {
  return {
    // What the person set (tracing, log level, vendors' test addresses) reaches every service.
    ...env,
    NODE_ENV: 'development',
    SLUICE_SUPERVISED: '1',
    MONGODB_URL: shared.mongodbUrl,
    REDIS_URL: shared.redisUrl,
    ENCRYPTION_KEY: shared.encryptionKey,
    // The one service that people log in to is the one that hears the password.
    OPERATOR_PASSWORD: service === 'dashboard' ? shared.operatorPassword : undefined,
    PORT: String(gatewayPort),
    DASHBOARD_PORT: String(dashboardPort),
    HEALTH_PORT: String(healthPort),
    GATEWAY_URL: gatewayUrl,
    PUBLIC_URL: env['PUBLIC_URL'] || gatewayUrl,
    OUTBOUND_ALLOW: outboundAllow(env),
    LOG_LEVEL: env['LOG_LEVEL'] || 'info',
  };
}

/** The demo buyer as a process, or `undefined` when `SINK_URL` says that the buyers are elsewhere. */
export function planSink({ env, dataDir, sinkPort }: StartOptions): ProcessSpec | undefined {
  if (sinkPort === undefined) return undefined;
  return {
    name: 'sink',
    command: process.execPath,
    args: [programPath('sink')],
    env: { ...env, NODE_ENV: 'development', SLUICE_SUPERVISED: '1', SINK_PORT: String(sinkPort) },
    logFile: join(dataDir, 'logs', 'sink.log'),
    pidFile: join(dataDir, 'pids', 'sink.json'),
    leash: 'channel',
  };
}
