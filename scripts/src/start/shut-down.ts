/** Stopping everything in the order in which work flows, so that what is in flight is finished and nothing new comes in. */
import type { Backend, KeptProcess } from '@sluice/launch';
import type { Progress, ServiceName } from '@sluice/local';

/** The demo buyer has nothing to finish. */
const SINK_GRACE_MS = 15_000;
/** A process gives up by itself; it is killed only when it does not even do that. */
const BEYOND_GRACE_MS = 3_000;
/** Most of what is in hand ends sooner; from here on the person is told what is waited for. */
const TELL_AFTER_MS = 5_000;

/** Everything that runs under this supervisor; filled while starting, so that a broken-off start can be stopped as well. */
export interface Running {
  readonly services: {
    readonly service: ServiceName;
    readonly healthUrl: string;
    readonly process: KeptProcess;
  }[];
  readonly others: KeptProcess[];
  readonly stores: Backend[];
}

/**
 * Drains and stops all that runs: the gateway first, then the workers, the console, the demo buyer, the stores last.
 * `graceMs` says how long each service may take.
 */
export async function drain(
  running: Running,
  progress: Progress,
  graceMs: (service: ServiceName) => number,
): Promise<void> {
  const gently =
    (belongs: (service: ServiceName) => boolean): (() => Promise<void>[]) =>
    () =>
      running.services
        .filter(({ service }) => belongs(service))
        .map(({ service, process }) => process.stop(graceMs(service) + BEYOND_GRACE_MS));
  const stages: readonly (readonly [string, string, () => Promise<void>[]])[] = [
    ['closing the interface', 'interface closed', gently((service) => service === 'gateway')],
    ['draining the workers', 'workers drained', gently(isWorker)],
    ['closing the console', 'console closed', gently((service) => service === 'dashboard')],
    [
      'stopping the demo buyer',
      'demo buyer stopped',
      () => running.others.map((process) => process.stop(SINK_GRACE_MS)),
    ],
  ];
  for (const [doing, done, stop] of stages) {
    const telling = setTimeout(
      () => progress.note('  … calls that are under way are waited for; Ctrl-C again ends them at once'),
      TELL_AFTER_MS,
    );
    await progress
      .step(
        doing,
        () => Promise.all(stop()),
        () => done,
      )
      .finally(() => clearTimeout(telling));
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
