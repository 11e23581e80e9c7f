/** How a database client uses its connections, counted from the driver's own events. */
import type { MongoClient } from 'mongodb';

/** The connections of one client, at one moment. */
export interface PoolUse {
  /** How many there may be. */
  readonly size: number;
  readonly inUse: number;
  readonly idle: number;
  /** How many operations wait for one. */
  readonly waitedFor: number;
}

/** Follows the pools of `client` from its first connection on; answers the function that says how they are used. */
export function watchPool(client: MongoClient): () => PoolUse {
  let [open, inUse, waitedFor] = [0, 0, 0];
  client.on('connectionCreated', () => (open += 1));
  client.on('connectionClosed', () => (open -= 1));
  client.on('connectionCheckOutStarted', () => (waitedFor += 1));
  client.on('connectionCheckOutFailed', () => (waitedFor -= 1));
  client.on('connectionCheckedOut', () => {
    waitedFor -= 1;
    inUse += 1;
  });
  client.on('connectionCheckedIn', () => (inUse -= 1));
  const { maxPoolSize: size } = client.options;
  return () => ({ size, inUse, idle: Math.max(0, open - inUse), waitedFor });
}
