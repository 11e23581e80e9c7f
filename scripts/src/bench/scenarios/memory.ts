/** Scenario `memory`: the size of each service after all the previous load. */
import { residentMb } from '../measure/processes.js';
import type { Figures } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

/** Measures each service's resident memory in megabytes, and the `largest` of them. */
export function measureMemory(installation: SluiceUnderTest): Figures {
  const sizes = residentMb(installation.services());
  if (Object.keys(sizes).length === 0) return {};
  return {
    largest: Math.max(...Object.values(sizes)),
    ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [`mb.${name}`, size])),
  };
}
