/**
 * Whether a process may be given work: only after it has begun, which may take until its stores answer, and not after
 * it was asked to stop.
 */
import { withDeadline } from '@sluice/concurrency';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from './logger.js';
import type { Shutdown } from './shutdown.js';

/** The readiness of a process. */
export interface Readiness {
  /**
   * Repeats `attempt` until it succeeds, however long that takes; then the process has begun. Logs when the waiting
   * starts, whenever the kind of failure changes, and when the waiting ends.
   */
  begin(attempt: () => Promise<void>): Promise<void>;
  readonly begun: () => boolean;
  /** Throws, with the reason, while the process has not begun, or is stopping. */
  readonly check: () => void;
}

const TRY_AGAIN_MS = 1_000;
const TRY_WITHIN_MS = 15_000;

export function createReadiness(shutdown: Pick<Shutdown, 'closing'>, log: Logger): Readiness {
  let waits: string | undefined = 'starting';

  // Returns the kind of the failure, or undefined on success.
  async function tried(
    attempt: () => Promise<void>,
    before: string | undefined,
  ): Promise<string | undefined> {
    try {
      await withDeadline('the attempt to begin', TRY_WITHIN_MS, attempt());
      return undefined;
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
      waits = message;
      if (before !== name) log.warn('waiting to begin', { because: message });
      return name;
    }
  }

  return {
    async begin(attempt) {
      let failure: string | undefined;
      for (;;) {
        const before = failure;
        failure = await tried(attempt, before);
        if (failure === undefined) {
          if (before !== undefined) log.info('finished waiting, starting work');
          waits = undefined;
          return;
        }
        await pause(TRY_AGAIN_MS);
      }
    },
    begun: () => waits === undefined,
    check: () => {
      if (shutdown.closing()) throw new Error('stopping');
      if (waits !== undefined) throw new Error(waits);
    },
  };
}
