/** The variables that every worker reads. */
import {
  portOr,
  processFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
  tracingFragment,
} from '@sluice/runtime';

/** The shape of a worker's configuration: its usual health port, and the longest call that it makes to the outside. */
export const workerShape = (healthPort: number, longestCallSeconds = 0) =>
  ({
    ...storesFragment,
    ...processFragment,
    ...tracingFragment,
    ...shutdownFragment(longestCallSeconds),
    ...sweepFragment,
    HEALTH_PORT: portOr(healthPort),
  }) as const;
