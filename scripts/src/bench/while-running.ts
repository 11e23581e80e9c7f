/** What the bench started and has to end: used for a while and stopped, also when the bench is interrupted. */

/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

const open: (() => Promise<void>)[] = [];

/** Uses what runs, and stops it however that ends. */
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

/** Stops all that runs, what was started last first. Whatever is still being started ends with this process. */
export async function stopAll(): Promise<void> {
  for (const stop of [...open].reverse()) await stop().catch(() => undefined);
}
