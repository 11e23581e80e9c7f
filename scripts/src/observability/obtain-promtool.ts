/** promtool, which tests rules: an installed one, else that of Debian's Prometheus. */
import { findProgram, obtainPackaged, type Obtained } from '@sluice/launch';

/** Finds it on PATH. As root on Debian, installs it if it is missing and says so through `note`. */
export function obtainPromtool(note: (line: string) => void): Promise<Obtained> {
  return obtainPackaged(
    {
      name: 'promtool',
      debianPackage: 'prometheus',
      find: () => findProgram('promtool'),
      remedy: 'install Debian\'s package "prometheus" to have it',
    },
    note,
  );
}
