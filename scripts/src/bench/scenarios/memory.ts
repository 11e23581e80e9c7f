/** Scenario `memory`: the size of each service after all the previous load. */
import { residentMb } from '../measure/processes.js';
import type { Figures } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

const servers: ReadonlySet<string> = new Set(['gateway', 'dashboard']);

/** Measures each service's resident memory in megabytes, and the largest of workers and of servers. */
export function measureMemory(installation: SluiceUnderTest): Figures {
  const sizes = residentMb(installation.services());
  if (Object.keys(sizes).length === 0) return {};
  const largest = (isServer: boolean) =>
    Math.max(...Object.entries(sizes).flatMap(([name, mb]) => (servers.has(name) === isServer ? [mb] : [])));
  return {
    largestWorker: largest(false),
    largestServer: largest(true),
    ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [`mb.${name}`, size])),
  };
}
