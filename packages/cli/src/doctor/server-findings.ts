/** The database's server: its kind and clock. */
import { durationText } from '@sluice/reports';
import type { ServerFacts } from '@sluice/store';
import type { Finding } from './finding.js';

/** Expiry uses the database's clock; signatures and log lines use each machine's own. */
const CLOCKS_APART_MS = 5_000;

/** The kind of database, following "MongoDB is". */
export const serverWords = {
  server: 'a single server, so acknowledged writes have no second copy',
  'replica set': 'a replica set',
  'sharded cluster': 'a sharded cluster',
} as const;

/** Whether the clocks of this machine and of a database that answers agree. */
export function clockFindings({ clockAheadMs }: Pick<ServerFacts, 'clockAheadMs'>): Finding[] {
  if (Math.abs(clockAheadMs) <= CLOCKS_APART_MS) return [];
  return [
    {
      area: 'mongodb',
      problem: `The clocks of this machine and of MongoDB are ${durationText(Math.abs(clockAheadMs))} apart.`,
      remedy: 'Synchronise both clocks (NTP); receivers refuse webhooks whose timestamp is off.',
    },
  ];
}
