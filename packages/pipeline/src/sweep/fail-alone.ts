/**
 * Rounds over the records of many tenants. A record that throws, for example because it is malformed, is logged,
 * counted and skipped, and the round continues.
 */
import { errorFields } from '@sluice/process';
import type { Core } from '../core.js';

/** The parts of a round, as the log and the metric name them. */
export type RoundPart =
  | 'requeue'
  | 'submission'
  | 'effect'
  | 'slot_audit'
  | 'slot'
  | 'release'
  | 'expired_data'
  | 'plans'
  | 'retention'
  | 'expired_files'
  | 'pending_notifications'
  | 'returns';

/** Runs `piece`. If it throws, the error is logged with `ids` and counted under `part`, and the result is undefined. */
export async function failAlone<T>(
  { log, metrics }: Pick<Core, 'log' | 'metrics'>,
  part: RoundPart,
  ids: Readonly<Record<string, unknown>>,
  piece: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await piece();
  } catch (error) {
    metrics.sweepFailures.inc({ part });
    log.warn('left out of the sweep', { part, ...ids, ...errorFields(error) });
    return undefined;
  }
}

/** One round: how to read its records, what to do with each, and which ids name one in the log. */
interface Round<T> {
  readonly part: RoundPart;
  readonly atOnce: number;
  readonly read: (limit: number, passOver: number) => Promise<readonly T[]>;
  readonly work: (one: T) => Promise<void>;
  readonly idsOf: (one: T) => Readonly<Record<string, unknown>>;
}

/**
 * Works through the records that `read` finds, `atOnce` at a time until at least that many have succeeded, and returns
 * how many did. `read` returns failed records again, first, so the next call skips as many as have failed.
 */
export async function workThrough<T>(
  core: Pick<Core, 'log' | 'metrics'>,
  { part, atOnce, read, work, idsOf }: Round<T>,
): Promise<number> {
  let done = 0;
  let failed = 0;
  while (done < atOnce) {
    const found = await read(atOnce, failed);
    for (const one of found) {
      const went = await failAlone(core, part, idsOf(one), async () => {
        await work(one);
        return true;
      });
      if (went) done += 1;
      else failed += 1;
    }
    if (found.length < atOnce) break;
  }
  return done;
}
