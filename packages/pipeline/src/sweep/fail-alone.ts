/**
 * Rounds over what many tenants have: a piece that throws, because of an unforeseen document, is left out with a
 * line in the log and a count, and all others go on.
 */
import { errorFields } from '@sluice/runtime';
import type { Core } from '../core.js';

/** The parts of a round, as the log and the metric name them. */
export type RoundPart =
  | 'requeue'
  | 'submission'
  | 'effect'
  | 'slot_audit'
  | 'slot'
  | 'expired_data'
  | 'retention'
  | 'expired_files'
  | 'file_news';

/** Does `piece`; answers undefined when it throws, which is logged with `ids` and counted under `part`. */
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

/** What a round reads, does with each piece, and names it by in the log. */
interface Round<T> {
  readonly part: RoundPart;
  readonly atOnce: number;
  readonly read: (limit: number, passOver: number) => Promise<readonly T[]>;
  readonly work: (one: T) => Promise<void>;
  readonly idsOf: (one: T) => Readonly<Record<string, unknown>>;
}

/**
 * Works through what `read` finds, the first `atOnce` first, and says how many went well. What fails stays where it is
 * found first, so as many are passed over on the next reading.
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
