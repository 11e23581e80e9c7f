/** Stops everything in the order in which work flows, so that work in flight is finished and no new work arrives. */
import type { Backend, KeptProcess } from '@sluice/launch';
import type { Progress, ServiceName } from '@sluice/local';

/** The demo buyer has no work to finish. */
const SINK_GRACE_MS = 15_000;
/** A process exits by itself after its grace period; it is killed only if it does not. */
const BEYOND_GRACE_MS = 3_000;
/** Most work ends sooner; after this time the command prints what is still awaited. */
const REPORT_AFTER_MS = 5_000;

/**
 * Everything that runs under this supervisor; filled during the start, so that a cancelled start can be stopped too.
 */
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
 * Drains and stops everything: the gateway first, then the workers, the dashboard, the demo buyer, and the stores last.
 * `graceMs` is the grace period of each service.
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
    ['closing the gateway', 'gateway closed', gently((service) => service === 'gateway')],
    ['draining the workers', 'workers drained', gently(isWorker)],
    ['closing the dashboard', 'dashboard closed', gently((service) => service === 'dashboard')],
    [
      'stopping the demo buyer',
      'demo buyer stopped',
      () => running.others.map((process) => process.stop(SINK_GRACE_MS)),
    ],
  ];
  for (const [doing, done, stop] of stages) {
    const stopping = stop();
    // A start that failed early has not started everything.
    if (stopping.length === 0) continue;
    const reporting = setTimeout(
      () => progress.note('  … waiting for calls in flight; press Ctrl-C again to end them at once'),
      REPORT_AFTER_MS,
    );
    await progress
      .step(
        doing,
        () => Promise.all(stopping),
        () => done,
      )
      .finally(() => clearTimeout(reporting));
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

/** Ends every service at once, without draining; the stores are still shut down cleanly, which takes them a moment. */
export async function force(running: Running): Promise<void> {
  for (const { process } of running.services) process.kill();
  for (const process of running.others) process.kill();
  await Promise.all(running.stores.map((store) => store.stop()));
}

function isWorker(service: ServiceName): boolean {
  return service !== 'gateway' && service !== 'dashboard';
}
