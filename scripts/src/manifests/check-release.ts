/** Compares the release workflow with the existing images. */
import { services } from '@sluice/local';
import { z } from 'zod';
import { chainOf, parseStages } from './dockerfile-stages.js';
import type { Manifests } from './read-manifests.js';

const releaseSchema = z.looseObject({
  env: z.record(z.string(), z.string()),
  jobs: z.looseObject({
    images: z.looseObject({
      strategy: z.looseObject({ matrix: z.looseObject({ target: z.array(z.string()) }) }),
    }),
  }),
});

/** One sentence for each image that is not built, or is built from another base than the Dockerfile's. */
export function checkRelease({ release, dockerfile }: Pick<Manifests, 'release' | 'dockerfile'>): string[] {
  const { env, jobs } = releaseSchema.parse(release);
  const { target: built } = jobs.images.strategy.matrix;
  const wanted = [...services.map(({ name }) => name), 'operator', 'sink'];
  const stages = parseStages(dockerfile);
  // The release resolves the tag to its digest of that day.
  const base = /^ARG NODE_IMAGE=([^@\s]+)/m.exec(dockerfile)?.[1];
  return [
    ...wanted
      .filter((name) => !built.includes(name))
      .map((name) => `The release builds no image of ${name}.`),
    ...built
      .filter((name) => chainOf(name, stages).length === 0)
      .map((name) => `The release builds ${name}, which is no target of the Dockerfile.`),
    ...(env['NODE_IMAGE'] === base
      ? []
      : [`The release pins ${env['NODE_IMAGE']} where the Dockerfile begins from ${base}.`]),
  ];
}
