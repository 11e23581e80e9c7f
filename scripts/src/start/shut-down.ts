/** Stopping everything in the order in which work flows, so that what is in flight is finished and nothing new comes in. */
import type { Backend } from '../backends/backend.js';
import type { KeptProcess } from '../supervisor/keep-process.js';
import type { Progress } from '../terminal/progress.js';
import type { ServiceName } from './options.js';

/** How long a process may drain before it is killed. */
const GRACE_MS = 15_000;

/** Everything that runs under this supervisor; filled while starting, so that a broken-off start can be stopped as well. */
export interface Running {
  readonly services: { readonly service: ServiceName; readonly process: KeptProcess }[];
  readonly others: KeptProcess[];
  readonly stores: Backend[];
}

/** Drains and stops all that runs: the gateway first, then the workers, the console, the demo buyer, the stores last. */
export async function drain(running: Running, progress: Progress): Promise<void> {
  const stages: readonly (readonly [string, string, readonly KeptProcess[]])[] = [
    ['closing the interface', 'interface closed', processesOf(running, (service) => service === 'gateway')],
    ['draining the workers', 'workers drained', processesOf(running, isWorker)],
    ['closing the console', 'console closed', processesOf(running, (service) => service === 'dashboard')],
    ['stopping the demo buyer', 'demo buyer stopped', running.others],
  ];
  for (const [doing, done, processes] of stages) {
    if (processes.length === 0) continue;
    await progress.step(
      doing,
      () => Promise.all(processes.map((process) => process.stop(GRACE_MS))),
      () => done,
    );
  }
  const started = running.stores.filter(({ kind }) => kind !== 'given');
  if (started.length > 0) {
    await progress.step(
      'stopping the stores',
      () => Promise.all(started.map((store) => store.stop())),
      () => 'stores stopped',
    );
  }
}

/** Ends every service at once, without draining; the stores are still stopped in good order, which takes them a moment. */
export async function force(running: Running): Promise<void> {
  for (const { process } of running.services) process.kill();
  for (const process of running.others) process.kill();
  await Promise.all(running.stores.map((store) => store.stop()));
}

function isWorker(service: ServiceName): boolean {
  return service !== 'gateway' && service !== 'dashboard';
}

function processesOf({ services }: Running, belongs: (service: ServiceName) => boolean): KeptProcess[] {
  return services.filter(({ service }) => belongs(service)).map(({ process }) => process);
}
