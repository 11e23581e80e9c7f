/** Resources that the bench starts and must stop after use, even if the bench is interrupted. */

/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

const open: (() => Promise<void>)[] = [];

/** Uses a running resource, and stops it however the use ends. */
export async function whileRunning<R extends Stoppable, T>(
  running: R,
  use: (running: R) => Promise<T>,
): Promise<T> {
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= running.stop());
  open.push(stop);
  try {
    return await use(running);
  } finally {
    open.splice(open.indexOf(stop), 1);
    await stop();
  }
}

/**
 * Stops everything that runs, in reverse order of its start. Resources that are still starting end with this process.
 */
export async function stopAll(): Promise<void> {
  for (const stop of [...open].reverse()) await stop().catch(() => undefined);
}
