/** `npm run observability`: writes the dashboard and the rules of the Prometheus operator anew, after metrics or rules changed. */
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
