/** Finds a program the way a shell does. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The full path of an executable on `path` (default: the PATH of this process), or `undefined`. */
export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  // Debian installs servers in folders that an ordinary user's PATH does not contain.
  for (const folder of [...path.split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder; the next one may have it.
    }
  }
  return undefined;
}
