/** promtool, which tests rules: the one that is installed, else that of Debian's Prometheus. */
import { canInstallPackages, findProgram, installPackage } from '@sluice/launch';
import { Problem } from '@sluice/local';

const REMEDY = 'install Debian\'s package "prometheus" to have it';

/** The full path of the program, or in one sentence why there is none and what helps. */
export type Promtool =
  | { readonly kind: 'found'; readonly program: string }
  | { readonly kind: 'missing'; readonly because: string };

/** Looks for it on PATH and, as root on Debian, installs it when it is missing. */
export async function obtainPromtool(): Promise<Promtool> {
  const present = findProgram('promtool');
  if (present !== undefined) return { kind: 'found', program: present };
  if (!canInstallPackages()) return { kind: 'missing', because: `promtool is not installed: ${REMEDY}.` };
  try {
    await installPackage('prometheus', REMEDY);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'missing', because: error.message };
  }
  const program = findProgram('promtool');
  return program === undefined
    ? { kind: 'missing', because: `promtool is not where Debian puts it: ${REMEDY}.` }
    : { kind: 'found', program };
}
