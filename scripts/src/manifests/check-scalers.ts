/**
 * Compares the scalers of one rendered folder with the console's scaling answer: the address, and each queue's numbers.
 */
import { z } from 'zod';
import { scaling, services } from '@sluice/local';
import { findObject, type KubernetesObject, type RenderedFolder } from './read-manifests.js';

const scalerSchema = z.looseObject({
  scaleTargetRef: z.looseObject({ name: z.string() }),
  minReplicaCount: z.number().optional(),
  fallback: z.looseObject({ replicas: z.number() }).optional(),
  triggers: z.array(z.looseObject({ type: z.string(), metadata: z.record(z.string(), z.string()) })),
});
type Scaler = z.infer<typeof scalerSchema>;

const serviceSchema = z.looseObject({
  selector: z.record(z.string(), z.string()),
  ports: z.array(z.looseObject({ port: z.number(), targetPort: z.union([z.string(), z.number()]) })),
});

/** One sentence for each problem; a folder without scalers runs a fixed number of workers. */
export function checkScalers({ folder, objects }: RenderedFolder): string[] {
  const scalers = objects
    .filter(({ kind }) => kind === 'ScaledObject')
    .map(({ spec }) => scalerSchema.parse(spec));
  if (scalers.length === 0) return [];
  return services.flatMap(({ name, hasQueue }) => {
    const scaler = scalers.find(({ scaleTargetRef }) => scaleTargetRef.name === name);
    if (!hasQueue) return scaler ? [`${folder} scales ${name} by a queue, and it has none.`] : [];
    if (!scaler) return [`${folder} has no ScaledObject for ${name}.`];
    return checkScaler(`${folder} ScaledObject ${name}`, name, scaler, objects);
  });
}

function checkScaler(
  where: string,
  queue: string,
  { minReplicaCount = 0, fallback, triggers }: Scaler,
  objects: readonly KubernetesObject[],
): string[] {
  const problems = triggers.flatMap(({ type, metadata: { url = '', valueLocation = '' } }) => [
    ...(type === 'metrics-api' ? [] : [`${where} asks a ${type}, which does not count what waits.`]),
    ...(leadsToScaling(url, objects) ? [] : [`${where} asks ${url}, which serves no scaler.`]),
    ...(scaling.numbers(queue).includes(valueLocation)
      ? []
      : [`${where} reads ${valueLocation}, which says nothing of its queue.`]),
  ]);
  const [leads = ''] = scaling.numbers(queue);
  if (!triggers.some(({ metadata }) => metadata['valueLocation'] === leads))
    problems.push(`${where} does not look at ${leads}.`);
  // Every worker sweeps: if none runs, nothing requeues the work of an emptied Redis.
  if (minReplicaCount < 1) problems.push(`${where} lets ${queue} scale to none.`);
  if ((fallback?.replicas ?? 0) < 1)
    problems.push(`${where} does not say how many run while no answer comes.`);
  return problems;
}

/** Whether `url` names a Service (in its namespace, if that is known) whose port leads to the console's health port. */
function leadsToScaling(url: string, objects: readonly KubernetesObject[]): boolean {
  const { hostname, port, pathname } = new URL(url);
  const [name = '', namespace, kind] = hostname.split('.');
  const service = findObject(objects, 'Service', name);
  if (!service || kind !== 'svc' || pathname !== scaling.path) return false;
  if (service.metadata.namespace !== undefined && service.metadata.namespace !== namespace) return false;
  const { selector, ports } = serviceSchema.parse(service.spec);
  const health = services.find((one) => one.name === scaling.service)?.ports.at(-1);
  return (
    selector['app.kubernetes.io/name'] === scaling.service &&
    ports.some(
      (one) =>
        one.port === Number(port) && (one.targetPort === health?.name || one.targetPort === health?.port),
    )
  );
}
