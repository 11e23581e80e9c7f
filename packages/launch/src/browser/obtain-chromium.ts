/** Chromium, in which the console is tried and pictured: the one that is installed, else Debian's. */
import { Problem } from '@sluice/local';
import { findProgram } from '../backends/find-program.js';
import { canInstallPackages, installPackage } from '../backends/install-package.js';

const REMEDY = 'install Chromium, or name one in CHROMIUM_PATH';

/** The full path of the browser, or in one sentence why there is none and what helps. */
export type Chromium =
  { readonly kind: 'found'; readonly path: string } | { readonly kind: 'missing'; readonly because: string };

/** The browser that is installed, the one that `CHROMIUM_PATH` names first. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  return env['CHROMIUM_PATH'] || findProgram('chromium');
}

/** Looks for it and, as root on Debian, installs it when it is missing; `note` is told so. */
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
  return { kind: 'missing', because: `Chromium is not where Debian puts it: ${REMEDY}.` };
}
