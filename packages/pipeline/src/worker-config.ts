/** The variables that every worker reads. */
import { admissionFragment, portOr, processFragment, storesFragment, tracingFragment } from '@sluice/runtime';

/** The shape of a worker's configuration, with its usual health port. */
export const workerShape = (healthPort: number) =>
  ({
    ...storesFragment,
    ...admissionFragment,
    ...processFragment,
    ...tracingFragment,
    HEALTH_PORT: portOr(healthPort),
  }) as const;
