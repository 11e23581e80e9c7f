/** libfaketime, which fakes the time of a process: an installed one, else Debian's. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { obtainPackaged, type Obtained } from '@sluice/launch';

/** Finds the library. As root on Debian, installs it if it is missing and says so through `note`. */
export function obtainFaketime(note: (line: string) => void): Promise<Obtained> {
  return obtainPackaged(
    {
      name: 'libfaketime',
      debianPackage: 'libfaketime',
      find: findFaketime,
      remedy: 'install Debian\'s package "faketime"',
    },
    note,
  );
}

// Debian keeps libraries in a folder named after the architecture, e.g. /usr/lib/x86_64-linux-gnu.
function findFaketime(): string | undefined {
  const root = '/usr/lib';
  if (process.platform !== 'linux' || !existsSync(root)) return undefined;
  return readdirSync(root)
    .map((folder) => join(root, folder, 'faketime', 'libfaketime.so.1'))
    .find((file) => existsSync(file));
}
