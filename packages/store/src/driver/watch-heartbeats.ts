/**
 * Whether a database client still monitors its servers. The driver sends each server a heartbeat every few seconds. If
 * one never settles, the driver sends no more, and a server that was once lost stays lost for that client.
 */
import type { MongoClient } from 'mongodb';

/** The heartbeats of one client. */
export interface Heartbeats {
  /** Counts a check. Call it at even intervals, so that a process that was paused for a while is not misjudged. */
  look(): void;
  /** Whether some server's heartbeat has neither succeeded nor failed for more than `mostLooks` checks. */
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
