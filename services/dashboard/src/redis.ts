/** The type of the dashboard's Redis connection. */
import type { producerConnection } from '@sluice/process';

/** A connection that fails fast while Redis is unavailable. */
export type Redis = ReturnType<typeof producerConnection>;
