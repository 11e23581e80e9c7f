/** Compares rendered Kubernetes objects with the services: names, ports, variables, Services, policies. */
import { z } from 'zod';
import { services, type ServiceContract } from '@sluice/local';
import { checkHardening, podSchema, type Container, type Pod } from './check-hardening.js';
import { checkGrace } from './check-grace.js';
import { checkVariables } from './check-variables.js';
import type { KubernetesObject, Manifests, RenderedFolder } from './read-manifests.js';

const deploymentSchema = z.looseObject({
  template: z.looseObject({
    metadata: z.looseObject({ annotations: z.record(z.string(), z.string()).optional() }).optional(),
    spec: podSchema,
  }),
});
const serviceSchema = z.looseObject({
  ports: z.array(z.looseObject({ port: z.number(), targetPort: z.union([z.string(), z.number()]) })),
});
const scalerSchema = z.looseObject({
  scaleTargetRef: z.looseObject({ name: z.string() }),
  minReplicaCount: z.number().optional(),
  triggers: z.array(z.looseObject({ type: z.string(), metadata: z.record(z.string(), z.string()) })),
});
const policySchema = z.looseObject({
  podSelector: z.record(z.string(), z.unknown()),
  policyTypes: z.array(z.string()),
  ingress: z.array(z.unknown()).optional(),
  egress: z.array(z.unknown()).optional(),
});

/** One sentence for each thing that is wrong; empty when all is well. */
export function checkKubernetes({
  kubernetes,
  documentedVariables,
}: Pick<Manifests, 'kubernetes' | 'documentedVariables'>): string[] {
  return kubernetes.flatMap(({ folder, objects }) => {
    try {
      return [
        ...services.flatMap((service) => checkService({ folder, objects }, service, documentedVariables)),
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
  const deployment = find(objects, 'Deployment', service.name);
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
    ),
    ...checkCollected(where, service, metadata?.annotations ?? {}),
    ...checkGrace(where, service, {
      given: container.env.find(({ name }) => name === 'SHUTDOWN_GRACE_SECONDS')?.value,
      platformSeconds: pod.terminationGracePeriodSeconds,
      preStopSeconds: container.lifecycle?.preStop?.sleep?.seconds ?? 0,
    }),
    ...checkHardening(where, pod),
    ...checkOpenPort(folder, objects, service, pod),
    ...checkScaler(folder, objects, service),
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

/** Metrics are not on the port that people reach. */
function checkCollected(
  where: string,
  service: ServiceContract,
  annotations: Readonly<Record<string, string>>,
): string[] {
  const port = service.ports.at(-1)?.port;
  const told = annotations['prometheus.io/port'];
  return told === String(port)
    ? []
    : [`${where} has its metrics collected on ${told ?? 'no port'} where they are on ${port}.`];
}

/** Indexes and migrations are a step of their own, which everything else waits for. */
function checkMigrate({ folder, objects }: RenderedFolder): string[] {
  const job = find(objects, 'Job', 'migrate');
  if (job === undefined) return [`${folder} has no Job named migrate.`];
  const { spec: pod } = deploymentSchema.parse(job.spec).template;
  const where = `${folder} Job migrate`;
  const runs = pod.containers[0]?.args?.join(' ') === 'migrate';
  return [...(runs ? [] : [`${where} does not run \`sluice migrate\`.`]), ...checkHardening(where, pod)];
}

/** A service that people call has a Kubernetes Service on the same port; a worker has none. */
function checkOpenPort(
  folder: string,
  objects: readonly KubernetesObject[],
  service: ServiceContract,
  pod: Pod,
): string[] {
  const open = service.ports.find(({ name }) => name === 'http');
  const found = find(objects, 'Service', service.name);
  if (open === undefined)
    return found === undefined ? [] : [`${folder} opens ${service.name}, which nobody calls, by a Service.`];
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

function checkScaler(
  folder: string,
  objects: readonly KubernetesObject[],
  service: ServiceContract,
): string[] {
  const scaler = objects
    .filter(({ kind }) => kind === 'ScaledObject')
    .map(({ spec }) => scalerSchema.parse(spec))
    .find(({ scaleTargetRef }) => scaleTargetRef.name === service.name);
  if (service.waitingList === undefined) {
    return scaler === undefined ? [] : [`${folder} scales ${service.name} by a queue, and it has none.`];
  }
  if (scaler === undefined) return [`${folder} has no ScaledObject for ${service.name}.`];
  const problems = scaler.triggers
    .filter(({ metadata }) => metadata['listName'] !== service.waitingList)
    .map(
      ({ metadata }) =>
        `${folder} scales ${service.name} by the list ${metadata['listName'] ?? '(none)'} where its jobs wait in ${service.waitingList}.`,
    );
  if (scaler.triggers.length === 0) problems.push(`${folder} scales ${service.name} by nothing.`);
  // Every worker sweeps: with none of them running, nothing finds what an emptied Redis forgot.
  if ((scaler.minReplicaCount ?? 0) < 1) problems.push(`${folder} lets ${service.name} scale to none.`);
  return problems;
}

/** Nothing runs that is no service of ours. */
function checkNames({ folder, objects }: RenderedFolder): string[] {
  const known = new Set(services.map(({ name }) => name));
  return objects
    .filter(({ kind, metadata }) => kind === 'Deployment' && !known.has(metadata.name))
    .map(({ metadata }) => `${folder} runs ${metadata.name}, which is no service of ours.`);
}

function checkDefaultDeny({ folder, objects }: RenderedFolder): string[] {
  const denies = objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ spec }) => policySchema.parse(spec))
    .some(
      ({ podSelector, policyTypes, ingress = [], egress = [] }) =>
        Object.keys(podSelector).length === 0 &&
        policyTypes.includes('Ingress') &&
        policyTypes.includes('Egress') &&
        ingress.length + egress.length === 0,
    );
  return denies ? [] : [`${folder} has no NetworkPolicy that denies everything by default.`];
}

function find(
  objects: readonly KubernetesObject[],
  kind: string,
  name: string,
): KubernetesObject | undefined {
  return objects.find((object) => object.kind === kind && object.metadata.name === name);
}
