/** Finds third-party images that are named only by a tag, which may mean another image tomorrow. */
import { z } from 'zod';
import { parseStages } from './dockerfile-stages.js';
import type { Manifests } from './read-manifests.js';

/** Images that are built here; the deployment names their registry and release. */
const OURS = /^sluice\/|\/sluice\//;
const PINNED = /@sha256:[0-9a-f]{64}$/;

const composeImagesSchema = z.looseObject({
  services: z.record(z.string(), z.looseObject({ image: z.string().optional() })),
});

/** One sentence for each image without a digest. */
export function checkPinned({
  dockerfile,
  compose,
  kubernetes,
}: Pick<Manifests, 'dockerfile' | 'compose' | 'kubernetes'>): string[] {
  const { services } = composeImagesSchema.parse(compose);
  return [
    ...unpinned('Dockerfile', basesOf(dockerfile)),
    ...unpinned(
      'docker-compose.yml',
      Object.values(services).flatMap(({ image }) => image ?? []),
    ),
    ...kubernetes.flatMap(({ folder, objects }) => unpinned(folder, imagesIn(objects))),
  ];
}

function unpinned(where: string, images: readonly string[]): string[] {
  const loose = images.filter((image) => !OURS.test(image) && !PINNED.test(image));
  return [...new Set(loose)].map((image) => `${where} takes ${image} without a digest.`);
}

/** The base images of all stages, with the defaults of their arguments filled in. */
function basesOf(dockerfile: string): string[] {
  const stages = parseStages(dockerfile);
  const names = new Set(stages.map(({ name }) => name));
  const defaults = new Map(
    [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  return stages
    .map(({ from }) => from.replaceAll(/\$\{(\w+)\}/g, (given, name: string) => defaults.get(name) ?? given))
    .filter((from) => !names.has(from));
}

/** Every `image` of a container, wherever its pod is defined. */
function imagesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'image' && typeof value === 'string' ? [value] : imagesIn(value),
  );
}
