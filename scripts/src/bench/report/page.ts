/** The report of a run as a page: this file has its prose; the figures come from the run. */
import { execFileSync } from 'node:child_process';
import { cpus, platform, release, totalmem } from 'node:os';
import { projectRoot } from '@sluice/local';
import type { BenchOptions } from '../options.js';
import type { Samples } from '../rounds.js';
import { tableOf } from './table.js';

/** The circumstances of a run that starts now, without which its figures mean nothing. */
export function describeRun({ rounds, leads, inFlight, grownLeads }: BenchOptions, args: readonly string[]) {
  const processors = cpus();
  const memoryGb = Math.round(totalmem() / 1024 ** 3);
  return {
    machine: `${processors.length} cores (${processors[0]?.model.trim()}), ${memoryGb} GB, ${platform()} ${release()}`,
    node: process.version,
    commit: presentCommit(),
    startedAt: new Date().toISOString(),
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    load: `${leads} leads a burst, ${inFlight} requests at once; rounds: ${rounds}; more leads in a grown store: ${grownLeads}`,
  };
}

function presentCommit(): string {
  const args = ['describe', '--always', '--abbrev=12', '--dirty=, with changes that are not committed'];
  try {
    return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

/** The page, in Markdown. */
export function pageOf(run: ReturnType<typeof describeRun>, samples: Samples): string {
  return `<!-- Written by \`npm run bench -- --write\`: change its template in scripts/src/bench/report/page.ts. -->

# Benchmarks

Sluice compared with yardsticks measured in the same run, on the same machine, under the same load and the same settings of Node. Absolute figures depend on the machine; the ratios hold elsewhere.

![Leads per second of the floor, bare batches and Sluice](benchmarks.svg)

- Machine: ${run.machine}, Node ${run.node}
- Commit: ${run.commit}, ${run.startedAt}
- Command: \`${run.command}\`
- Load: ${run.load}

- **Floor** accepts a lead over HTTP, passes it through three BullMQ queues and posts it to the buyer, one job a lead. It stores nothing, so it can lose leads; no system of these parts with one job a lead is faster.
- **Bare batches** write what Sluice writes for a lead, durably and under its indexes, for up to 64 leads at a time, from one process. There is no request, queue, rule or buyer: the limit is the database.
- **Sluice** runs as \`npm start\` runs it.

Each cell is the median of the rounds, with their range.

${markdownTable(tableOf(samples))}

## How it is measured

- Every lead must reach its buyer exactly once, and every effect its receiver; otherwise the run fails.
- Each contestant runs once per round, on empty stores and after a burst that is not counted. The order of a round is that of the one before, reversed.
- Load (autocannon), buyer, stores and services share the machine. Processor time and memory are the operating system's figures of each process.
- Workers are stopped with SIGSTOP. Single leads come every 100 ms.
- The grown store has copies of a lead that Sluice wrote, over 30 days and 500 campaigns. It is compared with the burst right before it grew.
`;
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [head, rule, ...rows].map((row) => `| ${row.map(pad).join(' | ')} |`).join('\n');
}
