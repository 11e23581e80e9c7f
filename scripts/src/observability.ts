/**
 * `npm run observability`: rewrites the alert rules and the dashboard after findings or metrics have changed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, report } from '@sluice/local';
import { renderedFiles } from './observability/rendered-files.js';

try {
  for (const [path, text] of renderedFiles()) {
    await writeFile(join(projectRoot, path), text);
    console.log(`Wrote ${path}.`);
  }
} catch (error) {
  report(error);
}
