/** `npm run configuration`: rewrites the pages, and parts of pages, that are rendered from what the code declares. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot, report } from '@sluice/local';
import { INTERFACE_FILE, withInterfaceTables } from './configuration/render-interface.js';
import { RETENTION_FILE, withExported } from './configuration/render-exported.js';
import { withFieldRows } from './configuration/render-field-rows.js';
import { FIELDS_FILE, withLeadFields } from './configuration/render-lead-fields.js';
import { REFERENCE_FILE, renderReference } from './configuration/render-reference.js';
import { SECURITY_FILE, withRights } from './configuration/render-rights.js';
import { renderPages } from './configuration/rendered-pages.js';
import { readVariables } from './configuration/variables.js';

try {
  const example = await readFile(join(projectRoot, '.env.example'), 'utf8');
  await writeFile(join(projectRoot, REFERENCE_FILE), renderReference(example, await readVariables()));
  await rewrite(FIELDS_FILE, (page) => withFieldRows(withLeadFields(page)));
  await rewrite(INTERFACE_FILE, withInterfaceTables);
  await rewrite(RETENTION_FILE, withExported);
  await rewrite(SECURITY_FILE, withRights);
  const pages = Object.entries(await renderPages());
  for (const [file, text] of pages) await writeFile(join(projectRoot, file), text);
  const parts = [REFERENCE_FILE, FIELDS_FILE, INTERFACE_FILE, RETENTION_FILE, SECURITY_FILE];
  console.log(`Wrote ${[...parts, ...pages.map(([file]) => file)].join(', ')}.`);
} catch (error) {
  report(error);
}

async function rewrite(file: string, rendered: (page: string) => string): Promise<void> {
  const path = join(projectRoot, file);
  await writeFile(path, rendered(await readFile(path, 'utf8')));
}
