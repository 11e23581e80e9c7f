/** The database's server: its kind, disk and clock. */
import type { ServerFacts, Stores } from '@sluice/store';
import { ageText, type Finding } from './finding.js';

const DISK_FULL = 0.85;
/** Expiry uses the database's clock; signatures and log lines use each machine's own. */
const CLOCKS_APART_MS = 5_000;

/** The kind of database, following "MongoDB is". */
export const serverWords = {
  server: 'a single server, so acknowledged writes have no second copy',
  'replica set': 'a replica set',
  'sharded cluster': 'a sharded cluster',
} as const;

/** How full the database's disk is; undefined if the database does not report it. */
export type Disk = Awaited<ReturnType<Stores['disk']>>;

/** Problems of the machine of a database that answers. */
export function serverFindings({ clockAheadMs }: Pick<ServerFacts, 'clockAheadMs'>, disk: Disk): Finding[] {
  const findings: Finding[] = [];
  const full = disk ? disk.usedBytes / disk.totalBytes : 0;
  if (full > DISK_FULL) {
    findings.push({
      area: 'mongodb',
      problem: `MongoDB's disk is ${Math.round(full * 100)} % full.`,
      remedy:
        'Enlarge it, or delete old records with settings.retention; when it is full, the gateway accepts no leads.',
    });
  }
  if (Math.abs(clockAheadMs) > CLOCKS_APART_MS) {
    findings.push({
      area: 'mongodb',
      problem: `The clocks of this machine and of MongoDB are ${ageText(Math.abs(clockAheadMs))} apart.`,
      remedy: 'Synchronise both clocks (NTP); receivers refuse webhooks whose timestamp is off.',
    });
  }
  return findings;
}
