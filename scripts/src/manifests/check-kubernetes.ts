/** Compares rendered Kubernetes objects with the services: names, ports, variables, Services, policies. */
import { z } from 'zod';
import { services, type ServiceContract } from '@sluice/local';
import { checkGrace } from './check-grace.js';
import { checkScalers } from './check-scalers.js';
import { checkVariables } from './check-variables.js';
import { findObject, type KubernetesObject, type Manifests, type RenderedFolder } from './read-manifests.js';

const probeSchema = z
  .looseObject({
    httpGet: z.looseObject({ path: z.string(), port: z.union([z.string(), z.number()]) }).optional(),
  })
  .optional();

const containerSchema = z.looseObject({
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
  args: z.array(z.string()).optional(),
  lifecycle: z
    .looseObject({
      preStop: z.looseObject({ sleep: z.looseObject({ seconds: z.number() }).optional() }).optional(),
    })
    .optional(),
  startupProbe: probeSchema,
  livenessProbe: probeSchema,
  readinessProbe: probeSchema,
});
type Container = z.infer<typeof containerSchema>;

const podSchema = z.looseObject({
  terminationGracePeriodSeconds: z.number().optional(),
  containers: z.array(containerSchema),
});
type Pod = z.infer<typeof podSchema>;

/** The label of every pod of ours, which policies and collectors select. */
const PART_OF = 'app.kubernetes.io/part-of';
const OURS = 'sluice';

const deploymentSchema = z.looseObject({
  template: z.looseObject({
    metadata: z.looseObject({ annotations: z.record(z.string(), z.string()).optional() }).optional(),
    spec: podSchema,
  }),
});
const serviceSchema = z.looseObject({
  ports: z.array(z.looseObject({ port: z.number(), targetPort: z.union([z.string(), z.number()]) })),
});
const policySchema = z.looseObject({
  podSelector: z.record(z.string(), z.unknown()),
  policyTypes: z.array(z.string()),
  ingress: z.array(z.unknown()).optional(),
  egress: z.array(z.unknown()).optional(),
});

/** One sentence for each problem; empty if there are none. */
export function checkKubernetes({
  kubernetes,
  documentedVariables,
}: Pick<Manifests, 'kubernetes' | 'documentedVariables'>): string[] {
  return kubernetes.flatMap(({ folder, objects }) => {
    try {
      return [
        ...services.flatMap((service) => checkService({ folder, objects }, service, documentedVariables)),
        ...checkScalers({ folder, objects }),
        ...checkNames({ folder, objects }),
        ...checkDefaultDeny({ folder, objects }),
        ...checkMigrate({ folder, objects }),
      ];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      return error.issues.map(
        ({ path, message }) => `${folder} has an object whose ${path.join('.')} is wrong: ${message}.`,
      );
    }
  });
}

function checkService(
  { folder, objects }: RenderedFolder,
  service: ServiceContract,
  documented: ReadonlySet<string>,
): string[] {
  const deployment = findObject(objects, 'Deployment', service.name);
  if (deployment === undefined) return [`${folder} has no Deployment named ${service.name}.`];
  const { spec: pod, metadata } = deploymentSchema.parse(deployment.spec).template;
  const where = `${folder} Deployment ${service.name}`;
  const [container] = pod.containers;
  if (container === undefined) return [`${where} has no container.`];
  return [
    ...checkPorts(where, service, container),
    ...checkProbes(where, service, container),
    ...checkVariables(
      where,
      service,
      container.env.map(({ name }) => name),
      documented,
      { production: container.env.find(({ name }) => name === 'NODE_ENV')?.value === 'production' },
    ),
    ...checkCollected(where, service, metadata?.annotations ?? {}),
    ...checkGrace(where, service, {
      given: container.env.find(({ name }) => name === 'SHUTDOWN_GRACE_SECONDS')?.value,
      platformSeconds: pod.terminationGracePeriodSeconds,
      preStopSeconds: container.lifecycle?.preStop?.sleep?.seconds ?? 0,
    }),
    ...checkOpenPort(folder, objects, service, pod),
  ];
}

function checkPorts(where: string, service: ServiceContract, container: Container): string[] {
  return service.ports.flatMap(({ name, variable, port }) => {
    const problems: string[] = [];
    const open = container.ports.find((candidate) => candidate.name === name)?.containerPort;
    if (open !== port)
      problems.push(`${where} opens ${open ?? 'nothing'} as ${name} where the port is ${port}.`);
    const given = container.env.find((candidate) => candidate.name === variable)?.value;
    if (given !== undefined && given !== String(port)) {
      problems.push(`${where} sets ${variable} to ${given} where the port is ${port}.`);
    }
    return problems;
  });
}

function checkProbes(where: string, service: ServiceContract, container: Container): string[] {
  const answering = service.ports.at(-1);
  const wanted = { startupProbe: '/healthz', livenessProbe: '/healthz', readinessProbe: '/readyz' } as const;
  return Object.entries(wanted).flatMap(([probe, path]) => {
    const get = container[probe as keyof typeof wanted]?.httpGet;
    const right = get?.path === path && (get.port === answering?.name || get.port === answering?.port);
    return right ? [] : [`${where} does not ask ${path} on port ${answering?.name} as its ${probe}.`];
  });
}

/** Metrics must not be on the port that people reach. */
function checkCollected(
  where: string,
  service: ServiceContract,
  annotations: Readonly<Record<string, string>>,
): string[] {
  const port = service.ports.at(-1)?.port;
  const reported = annotations['prometheus.io/port'];
  return reported === String(port)
    ? []
    : [`${where} has its metrics collected on ${reported ?? 'no port'} where they are on ${port}.`];
}

/** Indexes and migrations are a separate step, which everything else waits for. */
function checkMigrate({ folder, objects }: RenderedFolder): string[] {
  const job = findObject(objects, 'Job', 'migrate');
  if (job === undefined) return [`${folder} has no Job named migrate.`];
  const { spec: pod } = deploymentSchema.parse(job.spec).template;
  const where = `${folder} Job migrate`;
  const runs = pod.containers[0]?.args?.join(' ') === 'migrate';
  return runs ? [] : [`${where} does not run \`sluice migrate\`.`];
}

/** A service that people call has a Kubernetes Service on the same port; a worker has none. */
function checkOpenPort(
  folder: string,
  objects: readonly KubernetesObject[],
  service: ServiceContract,
  pod: Pod,
): string[] {
  const open = service.ports.find(({ name }) => name === 'http');
  const found = findObject(objects, 'Service', service.name);
  if (open === undefined)
    return found === undefined ? [] : [`${folder} opens ${service.name}, which no one calls, by a Service.`];
  if (found === undefined) return [`${folder} has no Service named ${service.name}.`];
  const names = pod.containers.flatMap(({ ports }) => ports.map(({ name }) => name));
  return serviceSchema.parse(found.spec).ports.flatMap(({ port, targetPort }) => {
    const reaches = targetPort === open.port || (targetPort === open.name && names.includes(open.name));
    return port === open.port && reaches
      ? []
      : [
          `${folder} Service ${service.name} leads port ${port} to ${targetPort} where the port is ${open.port}.`,
        ];
  });
}

/** Every workload of ours is a service. Workloads that an overlay adds, such as stores, carry another part-of label. */
function checkNames({ folder, objects }: RenderedFolder): string[] {
  const known = new Set<string>(services.map(({ name }) => name));
  return objects
    .filter(
      ({ kind, metadata }) =>
        kind === 'Deployment' && metadata.labels?.[PART_OF] === OURS && !known.has(metadata.name),
    )
    .map(({ metadata }) => `${folder} runs ${metadata.name}, which is no service of ours.`);
}

function checkDefaultDeny({ folder, objects }: RenderedFolder): string[] {
  const denies = objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ spec }) => policySchema.parse(spec))
    .some(
      ({ podSelector, policyTypes, ingress = [], egress = [] }) =>
        JSON.stringify(podSelector) === JSON.stringify({ matchLabels: { [PART_OF]: OURS } }) &&
        policyTypes.includes('Ingress') &&
        policyTypes.includes('Egress') &&
        ingress.length + egress.length === 0,
    );
  return denies
    ? []
    : [`${folder} has no NetworkPolicy that denies our pods, and no others, everything by default.`];
}
