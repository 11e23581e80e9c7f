/** The circumstances of a run, without which its figures mean nothing. */
import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { projectRoot } from '@sluice/local';
import type { BenchOptions } from '../options.js';

/** The circumstances of a run. */
export interface RunDescription {
  readonly machine: string;
  readonly node: string;
  /** The commit, and whether the working tree differed from it. */
  readonly commit: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly command: string;
  readonly rounds: number;
  readonly leads: number;
  readonly inFlight: number;
  readonly grownLeads: number;
}

/** Describes a run that starts now. */
export function describeRun(
  { rounds, leads, inFlight, grownLeads }: BenchOptions,
  args: readonly string[],
): RunDescription {
  const processors = cpus();
  const memoryGb = Math.round(totalmem() / 1024 ** 3);
  return {
    machine: `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${memoryGb} GB, ${platform()} ${release()} ${arch()}`,
    node: process.version,
    commit: presentCommit(),
    startedAt: new Date().toISOString(),
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    rounds,
    leads,
    inFlight,
    grownLeads,
  };
}

function presentCommit(): string {
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain') === '' ? commit : `${commit}, with changes that are not committed`;
  } catch {
    return 'unknown: not a git checkout';
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' }).trim();
}
