/** Long commands that a person may interrupt. */

/** Runs `use`; its signal is aborted once the person, or whatever runs the command, asks it to stop. */
export async function untilInterrupted<T>(use: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await use(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
