/**
 * Shutdown: what was opened last is closed first. On SIGTERM or SIGINT the process takes no new work, finishes or
 * hands back what runs, and is gone within its grace period whatever hangs; a second signal ends it at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { errorFields, type Logger } from './logger.js';

/** Closes things in the reverse order of their opening. */
export interface Shutdown {
  /** Adds a thing to close; `name` is for the log. What takes longer than `withinMs` (default 5 s) is left behind. */
  onClose(name: string, close: () => Promise<unknown>, withinMs?: number): void;
  /** True from the first signal on; readiness follows it. */
  readonly closing: () => boolean;
  /** Closes everything; repeatable. */
  close(): Promise<void>;
}

/** How a process is told to stop, and how long it may take. */
export interface StopTerms {
  readonly graceMs: number;
  /** Ends when the supervisor that started it is gone. */
  readonly supervised: boolean;
}

const CLOSE_WITHIN_MS = 5_000;
/** Of the grace period, what is kept for closing the rest once the work is done. */
const TO_CLOSE_MS = 5_000;
/** A process whose supervisor died stands in the way of the next start, and its stores may be gone as well. */
const ORPHAN_GRACE_MS = 12_000;

/** How long a worker may wait for what it has in hand, so that the rest of its grace period is enough to close. */
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
      // What hangs must not keep the others from being closed.
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

/** Ends the process on SIGTERM, SIGINT, or when the supervisor that started it is gone. */
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
  // Heard once: a second one of its kind ends the process at once, as it does by default.
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  if (!supervised) return;
  process.once('disconnect', () => {
    end('supervisor gone');
    endWithin(ORPHAN_GRACE_MS);
  });
}
