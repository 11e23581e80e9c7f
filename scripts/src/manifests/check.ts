/** Part of `npm run check`: one sentence for each place where a deployment file disagrees with the table of services. */
import { projectRoot, report } from '@sluice/local';
import { checkManifests } from './check-manifests.js';
import { checkSchemas } from './check-schemas.js';
import { readManifests } from './read-manifests.js';

try {
  const manifests = await readManifests(projectRoot);
  if (manifests.kubernetes.length === 0)
    console.log('skipped: k8s/, because there is no kubectl of 1.21 or newer.');
  const problems = [...checkManifests(manifests), ...checkSchemas(manifests.kubernetes)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  report(error);
}
