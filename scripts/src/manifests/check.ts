/**
 * Part of `npm run check`: prints one sentence for each place where Dockerfile, compose or k8s/ disagree with the code.
 */
import { projectRoot, report } from '@sluice/local';
import { checkManifests } from './check-manifests.js';
import { checkSchemas } from './check-schemas.js';
import { readManifests } from './read-manifests.js';

try {
  const manifests = await readManifests(projectRoot);
  if (!manifests.rendered)
    console.log('kubectl is not on PATH: k8s/base was read as it stands, overlays were left out.');
  const problems = [...checkManifests(manifests), ...checkSchemas(manifests.kubernetes)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  report(error);
}
