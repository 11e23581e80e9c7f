/** The report of a run: its circumstances and its table. The page around it, docs/project/benchmarks.md, is written by hand. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { markdownTable } from 'markdown-table';
import type { BenchOptions } from '../options.js';
import type { Samples } from '../rounds.js';
import { drawPicture } from './picture.js';
import { tableOf } from './table.js';

/** The circumstances of a run that starts now, without which its figures mean nothing. */
export function describeRun(
  { rounds, leads, inFlight, grownLeads, listEntries }: BenchOptions,
  args: readonly string[],
) {
  const [processors, memoryGb] = [cpus(), Math.round(totalmem() / 1024 ** 3)];
  const describe = ['describe', '--always', '--abbrev=12', '--dirty=, with changes that are not committed'];
  return {
    Machine: `${processors.length} cores (${processors[0]?.model.trim()}), ${memoryGb} GB, ${platform()} ${release()}, Node ${process.version}`,
    Commit: spawnSync('git', describe, { cwd: projectRoot, encoding: 'utf8' }).stdout?.trim() || 'unknown',
    Started: new Date().toISOString(),
    Command: `\`${['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ')}\``,
    Load: `${leads} leads a burst, ${inFlight} requests at once; rounds: ${rounds}; more leads in a grown store: ${grownLeads}; entries of a long list: ${listEntries}; load average before it: ${loadavg()[0]?.toFixed(1)}`,
  };
}

/** The report, in Markdown. */
export function reportOf(run: ReturnType<typeof describeRun>, samples: Samples): string {
  const circumstances = Object.entries(run).map(([name, value]) => `- ${name}: ${value}`);
  const table = tableOf(samples);
  const align = table[0]?.map((_, column) => (column === 0 ? 'l' : 'r'));
  return `${circumstances.join('\n')}\n\n${markdownTable(table, { align })}`;
}

/** Replaces the report between the marks of docs/project/benchmarks.md, and the picture beside it. */
export function writeReport(run: ReturnType<typeof describeRun>, samples: Samples): void {
  const page = join(projectRoot, 'docs', 'project', 'benchmarks.md');
  const [begin, end] = ['<!-- The report begins -->', '<!-- The report ends -->'];
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(begin);
  const after = rest.slice(rest.indexOf(end));
  writeFileSync(page, `${before}${begin}\n\n${reportOf(run, samples)}\n\n${after}`);
  writeFileSync(join(projectRoot, 'docs', 'project', 'benchmarks.svg'), drawPicture(samples));
}
