/** `npm run configuration`: rewrites the configuration reference after a variable has changed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, report } from '@sluice/local';
import { REFERENCE_FILE, renderReference } from './configuration/render-reference.js';
import { readVariables } from './configuration/variables.js';

try {
  const example = await readFile(join(projectRoot, '.env.example'), 'utf8');
  await writeFile(join(projectRoot, REFERENCE_FILE), renderReference(example, await readVariables()));
  console.log(`Wrote ${REFERENCE_FILE}.`);
} catch (error) {
  report(error);
}
