/** promtool, which tests rules: an installed one, else that of Debian's Prometheus. */
import { canInstallPackages, findProgram, installPackage } from '@sluice/launch';
import { Problem } from '@sluice/local';

const REMEDY = 'install Debian\'s package "prometheus" to have it';

/** The full path of the program, or one sentence that says why there is none and how to get it. */
export type Promtool =
  | { readonly kind: 'found'; readonly program: string }
  | { readonly kind: 'missing'; readonly because: string };

/** Finds it on PATH; as root on Debian, installs it if it is missing. */
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
