/** The database's server: what kind it is, its disk and its clock. */
import type { ServerFacts, Stores } from '@sluice/store';
import { ageText, type Finding } from './finding.js';

const DISK_FULL = 0.85;
/** Expiry goes by the database's clock; signatures and log lines by each machine's own. */
const CLOCKS_APART_MS = 5_000;

/** What kind of database it is, after "MongoDB is". */
export const serverWords = {
  server: 'one server, so nothing that it acknowledged is kept a second time',
  'replica set': 'a replica set',
  'sharded cluster': 'a sharded cluster',
} as const;

/** How full the database's disk is; undefined where it does not say. */
export type Disk = Awaited<ReturnType<Stores['disk']>>;

/** What is wrong with the machine of a database that answers. */
export function serverFindings({ clockAheadMs }: Pick<ServerFacts, 'clockAheadMs'>, disk: Disk): Finding[] {
  const findings: Finding[] = [];
  const full = disk ? disk.usedBytes / disk.totalBytes : 0;
  if (full > DISK_FULL) {
    findings.push({
      area: 'mongodb',
      problem: `The disk of MongoDB is ${Math.round(full * 100)} % full.`,
      remedy: 'Enlarge it, or delete old records by settings.retention; full, the gateway takes no leads.',
    });
  }
  if (Math.abs(clockAheadMs) > CLOCKS_APART_MS) {
    findings.push({
      area: 'mongodb',
      problem: `The clocks of this machine and of MongoDB are ${ageText(Math.abs(clockAheadMs))} apart.`,
      remedy: 'Run a time service (NTP) on both; receivers refuse webhooks that are signed in another time.',
    });
  }
  return findings;
}
