/** libfaketime, which fakes the time of a process: an installed one, else Debian's. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installPackage } from '@sluice/launch';
import { Problem } from '@sluice/local';

const REMEDY = 'install Debian\'s package "faketime"';

/** The full path of the library, or one sentence that says why there is none and how to get it. */
export type Faketime =
  | { readonly kind: 'found'; readonly library: string }
  | { readonly kind: 'missing'; readonly because: string };

/** Finds it; as root on Debian, installs it if it is missing, and says so through `note`. */
export async function obtainFaketime(note: (line: string) => void): Promise<Faketime> {
  const present = findFaketime();
  if (present !== undefined) return { kind: 'found', library: present };
  if (!canInstallPackages()) return { kind: 'missing', because: `libfaketime is not installed: ${REMEDY}.` };
  note('  … installing libfaketime from Debian (once)');
  try {
    await installPackage('libfaketime', REMEDY);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'missing', because: error.message };
  }
  const library = findFaketime();
  if (library !== undefined) return { kind: 'found', library };
  return { kind: 'missing', because: `libfaketime is not in Debian's usual place: ${REMEDY}.` };
}

// Debian keeps libraries in a folder named after the architecture, e.g. /usr/lib/x86_64-linux-gnu.
function findFaketime(): string | undefined {
  const root = '/usr/lib';
  if (process.platform !== 'linux' || !existsSync(root)) return undefined;
  return readdirSync(root)
    .map((folder) => join(root, folder, 'faketime', 'libfaketime.so.1'))
    .find((file) => existsSync(file));
}
