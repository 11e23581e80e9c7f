/** Finds Chromium, which tests and pictures of the dashboard need: an installed one, else Debian's. */
import { Problem } from '@sluice/local';
import { findProgram } from '../backends/find-program.js';
import { canInstallPackages, installPackage } from '../backends/install-package.js';

const REMEDY = 'install Chromium, or set CHROMIUM_PATH';

/** The full path of the browser, or one sentence that says why there is none and how to get one. */
export type Chromium =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly because: string };

/** The installed browser; the one that `CHROMIUM_PATH` names takes precedence. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  return env['CHROMIUM_PATH'] || findProgram('chromium');
}

/** Finds the browser. As root on Debian, installs it if it is missing and says so through `note`. */
export async function obtainChromium(
  env: NodeJS.ProcessEnv,
  note: (line: string) => void,
): Promise<Chromium> {
  const present = findChromium(env);
  if (present !== undefined) return { kind: 'found', path: present };
  if (!canInstallPackages()) return { kind: 'missing', because: `Chromium is not installed: ${REMEDY}.` };
  note('  … installing Chromium from Debian (once)');
  try {
    await installPackage('chromium', REMEDY);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'missing', because: error.message };
  }
  const path = findProgram('chromium');
  if (path !== undefined) return { kind: 'found', path };
  return { kind: 'missing', because: `Chromium is not in Debian's usual place: ${REMEDY}.` };
}
