/** One process of the installation, with its own links to the stores. */
import { readFileSync } from 'node:fs';
import { waitUntil, type ServiceProcess } from '@sluice/launch';
import type { Link } from '@sluice/testing';

/** What surrounds one process: its links, and the failpoints of its next run. */
export interface Around {
  readonly redis: Link;
  readonly mongodb: Link;
  armed?: string;
}

const GRACE_MS = 15_000;

/** The process with what faults do to it. */
export function memberOf(of: ServiceProcess, around: Around) {
  return {
    ...of,
    redis: around.redis,
    mongodb: around.mongodb,
    /** Kills this run and starts the next, with failpoints armed if they are given; the run after that has none. */
    restart(failpoints?: string): Promise<void> {
      if (failpoints !== undefined) around.armed = failpoints;
      return of.process.restart(GRACE_MS, 'SIGKILL');
    },
    /** Resolves once the current run has ended; false if that takes longer than `ms`. */
    ends(ms: number): Promise<boolean> {
      const { pid } = of.process;
      return waitUntil(() => of.process.pid !== pid || pid === undefined, ms);
    },
    /** The submissions at which its runs have stopped at a failpoint. */
    stoppedAt(): readonly string[] {
      const log = readFileSync(of.logFile, 'utf8');
      const stops = log.matchAll(/"stops at a failpoint".*"submissionId":"([^"]*)"/g);
      return [...stops].map(([, submissionId = '']) => submissionId);
    },
  };
}
