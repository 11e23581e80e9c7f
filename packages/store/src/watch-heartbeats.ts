/**
 * Whether a database client still looks after its servers. The driver asks each server every few seconds how it is; when
 * one of these questions never settles, it asks no more, and a server that was lost once stays lost for that client.
 */
import type { MongoClient } from 'mongodb';

/** The heartbeats of one client. */
export interface Heartbeats {
  /** Counts a look; to be called at even intervals, by which a process that was paused for a while is not misjudged. */
  look(): void;
  /** Whether some server's heartbeat has neither succeeded nor failed for more than `mostLooks`. */
  missing(): boolean;
}

/** Follows the heartbeats of `client` from its first one on. */
export function watchHeartbeats(client: MongoClient, mostLooks: number): Heartbeats {
  const looksSince = new Map<string, number>();
  client.on('serverHeartbeatStarted', ({ connectionId: address }) => {
    if (!looksSince.has(address)) looksSince.set(address, 0);
  });
  client.on('serverHeartbeatSucceeded', ({ connectionId: address }) => looksSince.set(address, 0));
  client.on('serverHeartbeatFailed', ({ connectionId: address }) => looksSince.set(address, 0));
  client.on('serverClosed', ({ address }) => looksSince.delete(address));
  return {
    look() {
      for (const [address, looks] of looksSince) looksSince.set(address, looks + 1);
    },
    missing: () => [...looksSince.values()].some((looks) => looks > mostLooks),
  };
}
