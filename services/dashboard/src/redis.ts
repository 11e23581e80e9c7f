/** The type of the dashboard's Redis connection. */
import type { producerConnection } from '@sluice/runtime';

/** A connection that fails fast while Redis is unavailable. */
export type Redis = ReturnType<typeof producerConnection>;
