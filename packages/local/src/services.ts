/**
 * The table of services: what operators may rely on for each one. Everything that names all services follows from it or
 * is compared with it: `npm start`, the image, Compose, Kubernetes and Prometheus (scripts/src/manifests). What a service
 * reads from its environment is its own schema; queues are declared in the contracts.
 */
import { queues } from '@sluice/contracts';

interface Row {
  /** What passes it: every lead, what leads cause, or neither. */
  readonly passedBy: 'leads' | 'effects' | 'nothing';
  /** The port that people and senders reach, and the variable that sets it. */
  readonly http?: { readonly variable: 'PORT' | 'DASHBOARD_PORT'; readonly port: number };
  /** Serves /healthz, /readyz and /metrics. */
  readonly healthPort: number;
  /** The longest time it takes to stop by default: longer than its longest call. */
  readonly graceSeconds: number;
  /** Those of its variables that are secret. */
  readonly secrets: readonly string[];
}

const stores = ['MONGODB_URL', 'REDIS_URL'] as const;
const storesAndKey = [...stores, 'ENCRYPTION_KEY'] as const;

// In the order in which a lead passes them, and in which run.json lists them. A worker has the name of its queue.
const rows = {
  gateway: {
    passedBy: 'leads',
    http: { variable: 'PORT', port: 3000 },
    healthPort: 3010,
    graceSeconds: 30,
    secrets: storesAndKey,
  },
  qualification: { passedBy: 'leads', healthPort: 3011, graceSeconds: 30, secrets: storesAndKey },
  routing: { passedBy: 'leads', healthPort: 3012, graceSeconds: 30, secrets: storesAndKey },
  delivery: {
    passedBy: 'leads',
    healthPort: 3013,
    graceSeconds: 150,
    secrets: [...storesAndKey, 'SMTP_URL'],
  },
  sms: { passedBy: 'effects', healthPort: 3014, graceSeconds: 45, secrets: storesAndKey },
  pixel: { passedBy: 'effects', healthPort: 3015, graceSeconds: 40, secrets: storesAndKey },
  webhook: {
    passedBy: 'effects',
    healthPort: 3016,
    graceSeconds: 330,
    secrets: storesAndKey,
  },
  email: { passedBy: 'effects', healthPort: 3017, graceSeconds: 90, secrets: [...storesAndKey, 'SMTP_URL'] },
  dashboard: {
    passedBy: 'nothing',
    http: { variable: 'DASHBOARD_PORT', port: 3001 },
    healthPort: 3018,
    graceSeconds: 30,
    secrets: [...storesAndKey, 'OPERATOR_EMAIL', 'OPERATOR_PASSWORD', 'OIDC_CLIENT_SECRET'],
  },
} as const satisfies Record<string, Row>;

/** The name of a service, which is also its folder, its package and the command that starts it. */
export type ServiceName = keyof typeof rows;

/** One service as a deployment must configure it. */
export interface ServiceContract extends Row {
  readonly name: ServiceName;
  /** The queues that it works on, whose length determines its replicas: first the one of its name. */
  readonly queues: readonly string[];
  /** Whether it calls buyers, vendors or receivers. */
  readonly callsReceivers: boolean;
}

/** The names of all services. */
export const serviceNames = Object.keys(rows) as readonly ServiceName[];

/** Every service. */
export const services: readonly ServiceContract[] = serviceNames.map((name) => {
  const queue = queues.find((one) => one.name === name);
  return {
    ...(rows[name] as Row),
    name,
    queues: queues.filter(({ service }) => service === name).map((one) => one.name),
    callsReceivers: queue?.callsReceivers ?? false,
  };
});

/** The services that bring a lead to its buyer, in this order. */
export const buyerServices: readonly ServiceName[] = passedBy('leads');

/** The services that carry out what leads cause. */
export const effectServices: readonly ServiceName[] = passedBy('effects');

function passedBy(what: Row['passedBy']): readonly ServiceName[] {
  return serviceNames.filter((name) => rows[name].passedBy === what);
}

/** The variable that says how many processes of a service `npm start` runs. */
export function workersVariable(service: string): string {
  return `WORKERS_${service.toUpperCase()}`;
}

/** Variables that a production deployment must not set: for tests, for development, and of our own supervisor. */
export const neverInProduction: readonly string[] = [
  'OUTBOUND_ALLOW',
  'FAILPOINT',
  'JOB_BUDGET_MS',
  'SLUICE_SUPERVISED',
];

/**
 * Where scalers ask for the amount of work: the Kubernetes service before the health ports of all processes, and the path to
 * a queue's numbers in the answer.
 */
export const scaling = {
  service: 'scaling',
  path: '/scaling',
  numbers: (queue: string): readonly string[] => [`queues.${queue}.leads`, `queues.${queue}.oldestSeconds`],
} as const;

/** The row of the service of that name. */
export function serviceNamed(name: ServiceName): ServiceContract {
  return services.find((service) => service.name === name) as ServiceContract;
}
