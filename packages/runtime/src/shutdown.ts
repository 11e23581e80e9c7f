/**
 * Shutdown: what was opened last is closed first. On SIGTERM or SIGINT the process takes no new work, finishes or
 * hands back what runs, and is gone within the grace period whatever hangs.
 */
import { errorFields, type Logger } from './logger.js';

/** Closes things in the reverse order of their opening. */
export interface Shutdown {
  /** Adds a thing to close; `name` is for the log. */
  onClose(name: string, close: () => Promise<unknown>): void;
  /** True from the first signal on; readiness follows it. */
  readonly closing: () => boolean;
  /** Closes everything; repeatable. */
  close(): Promise<void>;
}

/** How long a process may take to stop; below Kubernetes' grace period. */
const GRACE_MS = 12_000;

export function createShutdown(log: Logger): Shutdown {
  const closers: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (const { name, close } of closers.reverse()) {
      await close().catch((error: unknown) => log.error(`closing ${name} failed`, errorFields(error)));
    }
  }

  return {
    onClose: (name, close) => closers.push({ name, close }),
    closing: () => closing !== undefined,
    close: () => (closing ??= closeAll()),
  };
}

/** Ends the process on SIGTERM, SIGINT, or when the supervisor that started it is gone. */
export function closeOnSignals(shutdown: Shutdown, log: Logger, supervised: boolean): void {
  const end = (signal: string) => {
    if (shutdown.closing()) return;
    log.info('stopping', { signal });
    const overdue = setTimeout(() => {
      log.error('did not stop in time', { graceMs: GRACE_MS });
      process.exit(1);
    }, GRACE_MS);
    overdue.unref();
    void shutdown.close().then(() => {
      log.info('stopped');
      process.exit(0);
    });
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  if (supervised) process.once('disconnect', () => end('supervisor gone'));
}
