/**
 * Part of `npm run check`: prints one sentence for each place where rules, dashboard or runbook disagree with the
 * metrics.
 */
import { projectRoot, report } from '@sluice/local';
import { checkObservability } from './check-observability.js';

try {
  const problems = await checkObservability(projectRoot);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  report(error);
}
