/** The kind of connection that the console is given. */
import type { producerConnection } from '@sluice/runtime';

/** A connection that fails fast while Redis is away. */
export type Redis = ReturnType<typeof producerConnection>;
