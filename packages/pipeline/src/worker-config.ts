/** The variables that every worker reads. */
import type { QueueDefinition } from '@sluice/contracts';
import {
  concurrencyFragment,
  healthPortOr,
  processFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
  tracingFragment,
} from '@sluice/runtime';

/**
 * The shape of the configuration of a queue's worker: its usual health port, and the longest call that it makes to the
 * outside.
 */
export const workerShape = (
  { concurrency }: Pick<QueueDefinition, 'concurrency'>,
  healthPort: number,
  longestCallSeconds = 0,
) =>
  ({
    ...storesFragment,
    ...processFragment,
    ...tracingFragment,
    ...shutdownFragment(longestCallSeconds),
    ...sweepFragment,
    ...concurrencyFragment(concurrency),
    HEALTH_PORT: healthPortOr(healthPort),
  }) as const;
