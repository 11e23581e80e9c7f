/** The demo tenant as tests apply it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { zoneAtNoon } from './zone-at-noon.js';

/** The text of the demo's tenant file, in a time zone where no day ends during a test, because its caps are daily. */
export function demoTenantAtNoon(): string {
  const text = readFileSync(join(projectRoot, 'examples', 'demo-tenant.yaml'), 'utf8');
  return text.replaceAll(/^( *timezone:) .+$/gm, `$1 ${zoneAtNoon(new Date())}`);
}

/** Writes the file into `folder` and returns its path. */
export function writeDemoTenantAtNoon(folder: string): string {
  const path = join(folder, 'demo-tenant.yaml');
  writeFileSync(path, demoTenantAtNoon());
  return path;
}
