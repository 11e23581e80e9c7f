/** `npm run configuration`: rewrites what the documentation has from the tables of variables and of a lead's fields. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, report } from '@sluice/local';
import { FIELDS_FILE, withLeadFields } from './configuration/render-lead-fields.js';
import { REFERENCE_FILE, renderReference } from './configuration/render-reference.js';
import { readVariables } from './configuration/variables.js';

try {
  const example = await readFile(join(projectRoot, '.env.example'), 'utf8');
  await writeFile(join(projectRoot, REFERENCE_FILE), renderReference(example, await readVariables()));
  const fieldsPage = join(projectRoot, FIELDS_FILE);
  await writeFile(fieldsPage, withLeadFields(await readFile(fieldsPage, 'utf8')));
  console.log(`Wrote ${REFERENCE_FILE} and ${FIELDS_FILE}.`);
} catch (error) {
  report(error);
}
