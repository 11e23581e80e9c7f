/**
 * Whether each container may use as much memory as its program is told to use: otherwise the kernel kills it before the
 * program frees memory or refuses work.
 */
import { memoryFlags } from '@sluice/local';
import { at, type Manifests, type Part } from './read-manifests.js';

const MEGABYTE = 2 ** 20;
/** What Node needs besides its heap: code, buffers, stacks, young objects. */
const BESIDE_HEAP_BYTES = 128 * MEGABYTE;
/** What MongoDB needs besides its cache: connections, sorting, building indexes. */
const BESIDE_CACHE_BYTES = 1024 * MEGABYTE;

interface Container {
  readonly where: string;
  readonly image: string;
  /** Everything that it is started with, in one text. */
  readonly started: string;
  readonly limit: unknown;
  readonly nodeOptions: string | undefined;
}

/** One sentence for each container with a limit below what its program may use; empty if there is none. */
export function checkMemory({ compose, kubernetes }: Pick<Manifests, 'compose' | 'kubernetes'>): string[] {
  const containers = [...ofCompose(compose), ...kubernetes.flatMap(ofFolder)];
  return containers.flatMap(({ where, limit, ...container }) => {
    const needed = neededBytes(container);
    const allowed = bytesOf(String(limit));
    return needed === undefined || allowed >= needed
      ? []
      : [`${where}: its memory limit is ${String(limit)}, but it may use ${needed / MEGABYTE} MB.`];
  });
}

/** Undefined for a program of which nothing bounds the memory. */
function neededBytes({
  image,
  started,
  nodeOptions,
}: Omit<Container, 'where' | 'limit'>): number | undefined {
  if (/(^|\/)sluice(-sink)?:/.test(image)) {
    const [, heap] = /--max-old-space-size=(\d+)/.exec(nodeOptions ?? memoryFlags.join(' ')) ?? [];
    return Number(heap) * MEGABYTE + BESIDE_HEAP_BYTES;
  }
  const [, cacheGb] = /--wiredTigerCacheSizeGB ([\d.]+)/.exec(started) ?? [];
  if (cacheGb !== undefined) return Number(cacheGb) * 1024 * MEGABYTE + BESIDE_CACHE_BYTES;
  const [, most] = /--maxmemory (\d+\w+)/.exec(started) ?? [];
  // While Redis rewrites its file, data that changes is in memory twice.
  return most === undefined ? undefined : 2 * bytesOf(most);
}

function ofCompose(compose: Part): Container[] {
  return Object.entries(compose['services'] as Record<string, Part>).map(([name, service]) => ({
    where: `docker-compose.yml ${name}`,
    image: String(service['image']),
    started: [service['entrypoint'], service['command']].flat().join(' '),
    limit: service['mem_limit'],
    nodeOptions: at(service, 'environment.NODE_OPTIONS') as string | undefined,
  }));
}

function ofFolder({ folder, objects }: Manifests['kubernetes'][number]): Container[] {
  return objects.flatMap((object) => {
    const pod = at(object, 'spec.jobTemplate.spec.template.spec') ?? at(object, 'spec.template.spec');
    return ((at(pod, 'containers') ?? []) as Part[]).map((container) => ({
      where: `${folder} ${object.metadata.name}`,
      image: String(container['image']),
      started: [container['command'], container['args']].flat().join(' '),
      limit: at(container, 'resources.limits.memory'),
      nodeOptions: ((container['env'] ?? []) as Part[]).find(({ name }) => name === 'NODE_OPTIONS')?.[
        'value'
      ] as string | undefined,
    }));
  });
}

/** `640Mi`, `640m` of Compose, `512mb` of Redis, `1g`; 0 for anything else, so that a missing limit is reported. */
function bytesOf(text: string): number {
  const [, number, unit = ''] = /^(\d+)\s*([kmg])i?b?$/i.exec(text) ?? [];
  const factor = { k: 1024, m: MEGABYTE, g: 1024 * MEGABYTE }[unit.toLowerCase()] ?? 0;
  return Number(number ?? 0) * factor;
}
