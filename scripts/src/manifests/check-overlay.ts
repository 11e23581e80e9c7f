/** What the table of services says of one rendered overlay. */
import { scaling, services, type ServiceContract } from '@sluice/local';
import { atLeast, differences, exactly, isSet, MARGIN_SECONDS, Rule } from './differences.js';
import { at, listAt, type KubernetesObject, type Part, type RenderedFolder } from './read-manifests.js';

/** The label of every pod of ours, which policies and collectors select. */
const PART_OF = 'app.kubernetes.io/part-of';

/** Of every service, by whatever registry. */
export const image = new Rule('the one image', (found) => /(^|\/)sluice:/.test(String(found)));
const mode = new Rule('production or development', (found) =>
  ['production', 'development'].includes(String(found)),
);
const defaultDeny = {
  podSelector: { matchLabels: { [PART_OF]: 'sluice', [exactly]: true } },
  policyTypes: ['Ingress', 'Egress'],
  ingress: undefined,
  egress: undefined,
};

/** One sentence for each difference. */
export function checkOverlay({ folder, objects }: RenderedFolder): string[] {
  const find = (kind: string, name: string) =>
    objects.find((one) => one.kind === kind && at(one, 'metadata.name') === name);
  const compare = (kind: string, name: string, expected: unknown) =>
    differences(`${folder} ${kind} ${name}`, find(kind, name)?.['spec'], expected);
  const ours = objects.filter(({ kind, metadata }) => kind === 'Deployment' && isOurs(metadata));
  const isScaled = objects.some(({ kind }) => kind === 'ScaledObject');
  const { name: namespace } = objects.find(({ kind }) => kind === 'Namespace')?.metadata ?? {};
  return [
    ...differences(
      `${folder} services`,
      ours.map(({ metadata }) => metadata.name).sort(),
      services.map(({ name }) => name).sort(),
    ),
    ...services.flatMap((service) => [
      ...checkDeployment(`${folder} ${service.name}`, service, find('Deployment', service.name)),
      ...compare('PodDisruptionBudget', service.name, { maxUnavailable: 1 }),
      ...compare('Service', service.name, service.http && { ports: { 0: { port: service.http.port } } }),
      ...(isScaled && service.queues.length > 0
        ? compare('ScaledObject', service.name, scalerOf(service, String(namespace)))
        : []),
    ]),
    ...compare('Job', 'migrate', { template: { spec: { containers: { 0: { image, args: ['migrate'] } } } } }),
    ...compare('NetworkPolicy', 'default-deny', defaultDeny),
  ];
}

/** Workloads that an overlay adds, such as stores, carry another label. */
const isOurs = ({ labels = {} }: KubernetesObject['metadata']): boolean => labels[PART_OF] === 'sluice';

function checkDeployment(where: string, service: ServiceContract, found: Part | undefined): string[] {
  if (found === undefined) return [`${where} is missing.`];
  const { name, http, healthPort, graceSeconds, secrets, callsReceivers, queues } = service;
  const container = at(found, 'spec.template.spec.containers.0');
  const env = listAt(container, 'env').map((one) => [
    one['name'],
    one['value'] ?? at(one, 'valueFrom.secretKeyRef.key') ?? true,
  ]);
  const ports = listAt(container, 'ports').map((one) => [one['name'], one['containerPort']]);
  const preStopSeconds = Number(at(container, 'lifecycle.preStop.sleep.seconds') ?? 0);
  const asks = (path: string) => ({ httpGet: { path, port: 'health' } });
  return [
    ...differences(where, container, {
      args: [name],
      image,
      envFrom: isSet,
      startupProbe: asks('/healthz'),
      livenessProbe: asks('/healthz'),
      readinessProbe: asks('/readyz'),
    }),
    ...differences(`${where} env`, Object.fromEntries(env), {
      ...Object.fromEntries(secrets.map((secret) => [secret, secret])),
      ...(http && { [http.variable]: String(http.port) }),
      ...(queues.length > 0 && { CONCURRENCY: true }),
      NODE_ENV: mode,
      HEALTH_PORT: String(healthPort),
      SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
      [exactly]: true,
    }),
    ...differences(`${where} ports`, Object.fromEntries(ports), {
      ...(http && { http: http.port }),
      health: healthPort,
      [exactly]: true,
    }),
    ...differences(`${where} template`, at(found, 'spec.template'), {
      metadata: {
        labels: { 'sluice.dev/calls-outside': callsReceivers ? 'true' : undefined },
        annotations: { 'prometheus.io/port': String(healthPort) },
      },
      spec: { terminationGracePeriodSeconds: atLeast(graceSeconds + preStopSeconds + MARGIN_SECONDS) },
    }),
  ];
}

/** Never below two replicas, and by the numbers of its own queues, which the dashboard answers. */
function scalerOf({ name, queues }: ServiceContract, namespace: string): Part {
  const port = services.find((one) => one.name === scaling.service)?.healthPort;
  const url = `http://${scaling.service}-health.${namespace}.svc:${port}${scaling.path}`;
  const triggers = queues.flatMap(scaling.numbers).map((valueLocation) => {
    return { type: 'metrics-api', metadata: { url, valueLocation } };
  });
  return {
    scaleTargetRef: { name },
    minReplicaCount: atLeast(2),
    fallback: { replicas: atLeast(1) },
    triggers: { ...triggers },
  };
}
