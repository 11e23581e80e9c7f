/** All comparisons of the deployment files with the contracts in the code. */
import { orphanQueues } from '@sluice/local';
import { checkCompose } from './check-compose.js';
import { checkDockerfile } from './check-dockerfile.js';
import { checkKubernetes } from './check-kubernetes.js';
import { checkPinned } from './check-pinned.js';
import { checkRelease } from './check-release.js';
import type { Manifests } from './read-manifests.js';

/** One sentence for each mismatch between manifests and contracts; empty if they agree. */
export function checkManifests(manifests: Manifests): string[] {
  return [
    ...orphanQueues.map((queue) => `No service works on the queue ${queue}.`),
    ...checkDockerfile(manifests),
    ...checkCompose(manifests),
    ...checkKubernetes(manifests),
    ...checkPinned(manifests),
    ...checkRelease(manifests),
  ];
}
