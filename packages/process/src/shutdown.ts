/**
 * Shutdown: whatever was opened last is closed first. On SIGTERM or SIGINT the process takes no new work, finishes or
 * returns the work in progress, and ends within its grace period even if something hangs. A second signal ends it at
 * once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { errorFields, type Logger } from './logger.js';

/** Closes resources in the reverse order of their opening. */
export interface Shutdown {
  /**
   * Adds a resource to close; `name` is for the log. A close that takes longer than `withinMs` (default 5 s) is
   * abandoned.
   */
  onClose(name: string, close: () => Promise<unknown>, withinMs?: number): void;
  /** True from the first signal on; the process is then not ready. */
  readonly closing: () => boolean;
  /** Closes everything; repeatable. */
  close(): Promise<void>;
}

/** How a process stops, and how long it may take. */
export interface StopTerms {
  readonly graceMs: number;
  /** Whether the process ends when the supervisor that started it is gone. */
  readonly supervised: boolean;
}

const CLOSE_WITHIN_MS = 5_000;
/** The part of the grace period that is reserved for closing everything else once the work is done. */
const TO_CLOSE_MS = 5_000;
/** A process whose supervisor died blocks the next start, and its stores may be gone as well. */
const ORPHAN_GRACE_MS = 12_000;

/** How long a worker may wait for its work in progress, so that the rest of the grace period suffices to close. */
export function finishWithinMs(graceMs: number): number {
  return Math.max(graceMs - TO_CLOSE_MS, graceMs / 2);
}

export function createShutdown(log: Logger): Shutdown {
  const closers: {
    readonly name: string;
    readonly close: () => Promise<unknown>;
    readonly withinMs: number;
  }[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (const { name, close, withinMs } of closers.reverse()) {
      // A close that hangs must not keep the others from being closed.
      const late = pause(withinMs, 'late' as const, { ref: false });
      const closed = close().catch((error: unknown) =>
        log.error(`closing ${name} failed`, errorFields(error)),
      );
      if ((await Promise.race([closed, late])) === 'late') log.warn(`closing ${name} takes too long`);
    }
  }

  return {
    onClose: (name, close, withinMs = CLOSE_WITHIN_MS) => closers.push({ name, close, withinMs }),
    closing: () => closing !== undefined,
    close: () => (closing ??= closeAll()),
  };
}

/** Ends the process on SIGTERM or SIGINT, or when the supervisor that started it is gone. */
export function closeOnSignals(shutdown: Shutdown, log: Logger, { graceMs, supervised }: StopTerms): void {
  const endWithin = (ms: number) => {
    const overdue = setTimeout(() => {
      log.error('did not stop in time', { graceMs: ms });
      process.exit(1);
    }, ms);
    overdue.unref();
  };
  const end = (signal: string) => {
    if (shutdown.closing()) return;
    log.info('stopping', { signal, graceMs });
    endWithin(graceMs);
    void shutdown.close().then(() => {
      log.info('stopped');
      process.exit(0);
    });
  };
  // Handled once: a second signal of the same kind ends the process at once, which is the default.
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  if (!supervised) return;
  process.once('disconnect', () => {
    end('supervisor gone');
    endWithin(ORPHAN_GRACE_MS);
  });
}
