/**
 * What operators may rely on for each service: its ports and the variables that a deployment sets. Dockerfile,
 * docker-compose.yml and k8s/ are compared with this one list; queues come from the contracts.
 */
import { queues } from '@sluice/contracts';
import type { ServiceName } from './service-names.js';

/** A port, the variable that sets it, and its name in a container. */
export interface PortContract {
  readonly name: 'http' | 'health';
  readonly variable: 'PORT' | 'DASHBOARD_PORT' | 'HEALTH_PORT';
  readonly port: number;
}

/** One service as a deployment must configure it. */
export interface ServiceContract {
  readonly name: ServiceName;
  /** The last one serves /healthz, /readyz and /metrics; any other serves a status without details. */
  readonly ports: readonly PortContract[];
  /** The longest time it takes to stop by default: longer than its longest call. */
  readonly graceSeconds: number;
  /** Variables that a production deployment sets, besides those of the ports and {@link everyService}. */
  readonly variables: readonly string[];
  /** Whether it is the worker of the queue of the same name, so that the queue's length determines its replicas. */
  readonly hasQueue: boolean;
}

/** Variables that every service gets. */
const everyService = [
  'NODE_ENV',
  'MONGODB_URL',
  'MONGODB_POOL_SIZE',
  'REDIS_URL',
  'LOG_LEVEL',
  'SHUTDOWN_GRACE_SECONDS',
  'SWEEP_AFTER_SECONDS',
] as const;

/** Variables of every worker, and of workers that call receivers. */
const ofWorkers = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'CONCURRENCY'] as const;
const ofCallers = [...ofWorkers, 'OUTBOUND_CONNECTIONS'] as const;

/** Variables that a production deployment must not set: the service refuses to start with them. */
export const neverInProduction = ['OUTBOUND_ALLOW'] as const;

const http = (variable: 'PORT' | 'DASHBOARD_PORT', port: number): PortContract => ({
  name: 'http',
  variable,
  port,
});
const health = (port: number): PortContract => ({ name: 'health', variable: 'HEALTH_PORT', port });

/** Without calls to the outside, work in progress ends soon. */
const QUICK_SECONDS = 30;

const declared: readonly Omit<ServiceContract, 'hasQueue'>[] = [
  {
    name: 'gateway',
    ports: [http('PORT', 3000), health(3010)],
    graceSeconds: QUICK_SECONDS,
    variables: [
      ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'MAX_BACKLOG'],
      ...['PUBLIC_URL', 'ENCRYPTION_KEY', 'TRUST_PROXY'],
    ],
  },
  { name: 'qualification', ports: [health(3011)], graceSeconds: QUICK_SECONDS, variables: ofWorkers },
  { name: 'routing', ports: [health(3012)], graceSeconds: QUICK_SECONDS, variables: ofWorkers },
  {
    name: 'delivery',
    ports: [health(3013)],
    graceSeconds: 150,
    variables: [...ofCallers, 'ENCRYPTION_KEY'],
  },
  {
    name: 'sms',
    ports: [health(3014)],
    graceSeconds: 45,
    variables: [...ofCallers, 'PUBLIC_URL', 'ENCRYPTION_KEY'],
  },
  { name: 'pixel', ports: [health(3015)], graceSeconds: 40, variables: [...ofCallers, 'ENCRYPTION_KEY'] },
  {
    name: 'webhook',
    ports: [health(3016)],
    graceSeconds: 330,
    variables: [...ofCallers, 'ENCRYPTION_KEY'],
  },
  {
    name: 'dashboard',
    ports: [http('DASHBOARD_PORT', 3001), health(3018)],
    graceSeconds: QUICK_SECONDS,
    variables: [
      ...['OPERATOR_PASSWORD', 'ENCRYPTION_KEY', 'TRUST_PROXY', 'CONSOLE_URL', 'OPERATOR_GROUPS'],
      ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES'],
      ...['OIDC_NAME_CLAIM', 'OIDC_GROUPS_CLAIM'],
      ...['PROXY_AUTH_FROM', 'PROXY_AUTH_USER_HEADER', 'PROXY_AUTH_GROUPS_HEADER'],
    ],
  },
];

/** Every service, in the order in which a lead passes them; a worker has the name of its queue. */
export const services: readonly ServiceContract[] = declared.map((service) => ({
  ...service,
  hasQueue: queues.some(({ name }) => name === service.name),
}));

/**
 * Where scalers ask for the amount of work: a service's health port, and the path to a queue's numbers in its answer.
 */
export const scaling = {
  service: 'dashboard',
  path: '/scaling',
  numbers: (queue: string): readonly string[] => [`queues.${queue}.leads`, `queues.${queue}.oldestSeconds`],
} as const;

/** Queues without a service of their name; there should be none. */
export const orphanQueues: readonly string[] = queues
  .map(({ name }) => name)
  .filter((name) => !declared.some((service) => service.name === name));

/** Every variable that a deployment of `service` sets, ports included. */
export function variablesOf(service: ServiceContract): readonly string[] {
  return [...everyService, ...service.ports.map(({ variable }) => variable), ...service.variables];
}

/** The default SHUTDOWN_GRACE_SECONDS of the service of that name. */
export function usualGraceSeconds(name: string): number {
  return services.find((service) => service.name === name)?.graceSeconds ?? QUICK_SECONDS;
}
