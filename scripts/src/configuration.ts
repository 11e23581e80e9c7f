/** `npm run configuration`: rewrites what the documentation has from the tables of variables, fields, records and rights. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, report } from '@sluice/local';
import { RETENTION_FILE, withExported } from './configuration/render-exported.js';
import { withFieldRows } from './configuration/render-field-rows.js';
import { FIELDS_FILE, withLeadFields } from './configuration/render-lead-fields.js';
import { REFERENCE_FILE, renderReference } from './configuration/render-reference.js';
import { SECURITY_FILE, withRights } from './configuration/render-rights.js';
import { readVariables } from './configuration/variables.js';

try {
  const example = await readFile(join(projectRoot, '.env.example'), 'utf8');
  await writeFile(join(projectRoot, REFERENCE_FILE), renderReference(example, await readVariables()));
  await rewrite(FIELDS_FILE, (page) => withFieldRows(withLeadFields(page)));
  await rewrite(RETENTION_FILE, withExported);
  await rewrite(SECURITY_FILE, withRights);
  console.log(`Wrote ${REFERENCE_FILE}, ${FIELDS_FILE}, ${RETENTION_FILE} and ${SECURITY_FILE}.`);
} catch (error) {
  report(error);
}

async function rewrite(file: string, rendered: (page: string) => string): Promise<void> {
  const path = join(projectRoot, file);
  await writeFile(path, rendered(await readFile(path, 'utf8')));
}
