/** The environment variables that every worker reads. */
import type { QueueDefinition } from '@sluice/contracts';
import {
  concurrencyFragment,
  healthPortOr,
  processFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
  tracingFragment,
} from '@sluice/process';

/**
 * The configuration shape of a queue's worker. `healthPort` is its default health port; `longestCallSeconds` is the
 * longest call it makes to an external system.
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
