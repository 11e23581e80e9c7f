/**
 * `npm run observability`: rewrites the dashboard and the Prometheus operator's rules after metrics or rules have
 * changed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, report } from '@sluice/local';
import { renderedFiles } from './observability/rendered-files.js';

try {
  for (const [path, text] of await renderedFiles(projectRoot)) {
    await writeFile(join(projectRoot, path), text);
    console.log(`Wrote ${path}.`);
  }
} catch (error) {
  report(error);
}
