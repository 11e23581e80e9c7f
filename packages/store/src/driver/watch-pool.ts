/** How a database client uses its connections, counted from the driver's events. */
import type { MongoClient } from 'mongodb';

/** The connections of one client, at one moment. */
export interface PoolUse {
  /** The maximum number of connections. */
  readonly size: number;
  readonly inUse: number;
  readonly idle: number;
  /** How many operations wait for a connection. */
  readonly waitedFor: number;
}

/** Follows the pools of `client` from its first connection on, and returns a function that reports their use. */
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
