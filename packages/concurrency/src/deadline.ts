/** Deadlines: an awaited operation either settles in time or becomes a thrown error. */

/** The awaited operation did not settle in time. Whether it took effect is unknown. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  /** `awaited` names the operation for the log, never its data. */
  constructor(awaited: string, timeoutMs: number) {
    super(`${awaited} did not settle within ${timeoutMs} ms`);
  }
}

/**
 * Settles as `awaited` does if that happens within `timeoutMs`, and otherwise rejects and calls `missed`. A later result
 * or rejection is ignored. `what` names the operation in the error. With `ref` false the deadline alone keeps no process
 * alive.
 * @throws DeadlineExceededError
 */
export function withDeadline<T>(
  what: string,
  timeoutMs: number,
  awaited: Promise<T>,
  { ref = true, missed }: { readonly ref?: boolean; readonly missed?: () => void } = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DeadlineExceededError(what, timeoutMs));
      missed?.();
    }, timeoutMs);
    if (!ref) timer.unref();
    const settled =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        settle(value);
      };
    awaited.then(settled(resolve), settled(reject));
  });
}
