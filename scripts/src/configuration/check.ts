/**
 * Part of `npm run check`: prints one sentence for each place where the description of a variable differs from its
 * schema.
 */
import { projectRoot, report } from '@sluice/local';
import { checkConfiguration, readConfigurationTexts } from './check-configuration.js';

try {
  const problems = checkConfiguration(await readConfigurationTexts(projectRoot));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  report(error);
}
