/** Finds Chromium, which tests and pictures of the dashboard need: an installed one, else Debian's. */
import { findProgram } from '../backends/find-program.js';
import { obtainPackaged, type Obtained } from '../backends/obtain-packaged.js';

/** The installed browser; the one that `CHROMIUM_PATH` names takes precedence. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  return env['CHROMIUM_PATH'] || findProgram('chromium');
}

/** Finds the browser. As root on Debian, installs it if it is missing and says so through `note`. */
export function obtainChromium(env: NodeJS.ProcessEnv, note: (line: string) => void): Promise<Obtained> {
  return obtainPackaged(
    {
      name: 'Chromium',
      debianPackage: 'chromium',
      find: () => findChromium(env),
      remedy: 'install Chromium, or set CHROMIUM_PATH',
    },
    note,
  );
}
