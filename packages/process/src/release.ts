/** The release that this process belongs to. */
import { readFileSync } from 'node:fs';

/** The version of this release, e.g. `0.2.0`; every package has the same. */
export const { version: release } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };
