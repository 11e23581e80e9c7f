/** Deadlines: what is awaited either settles in time or becomes a thrown error, whatever it waits for. */

/** What was awaited did not settle in time. Whether it happened all the same is unknown. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  /** `awaited` names the operation for the log, never its data. */
  constructor(awaited: string, timeoutMs: number) {
    super(`${awaited} did not settle within ${timeoutMs} ms`);
  }
}

/**
 * Answers as `awaited` does when that settles within `timeoutMs`, and otherwise rejects. What settles later is ignored,
 * its rejection too. `what` names the operation in the error. With `ref` false the deadline alone keeps no process alive.
 * @throws DeadlineExceededError
 */
export function withDeadline<T>(
  what: string,
  timeoutMs: number,
  awaited: Promise<T>,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceededError(what, timeoutMs)), timeoutMs);
    if (!ref) timer.unref();
    awaited.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
