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
