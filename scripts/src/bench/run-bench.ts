/**
 * Measures Sluice under load, next to yardsticks measured in the same run, and prints the report. Machines differ and are
 * noisy, so only the ratios can be compared.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineProgress, report } from '@sluice/local';
import { startBuyer } from './load/buyer.js';
import { readBenchOptions } from './options.js';
import { describeRun, reportOf, writeReport } from './report/report.js';
import { runRounds } from './rounds.js';
import { stopAll } from './running.js';

const INTERRUPTED = 130;
const args = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const interrupted = new Promise((resolve) => process.on('SIGINT', resolve).on('SIGTERM', resolve));

await Promise.race([measure().catch(report), interrupted.then(() => (process.exitCode = INTERRUPTED))]);
await stopAll();
process.exit();

async function measure(): Promise<void> {
  const options = readBenchOptions(args);
  const run = describeRun(options, args);
  // Progress goes to stderr, so that stdout contains only the report.
  const progress = lineProgress((line) => console.error(line));
  const samples = await runRounds(options, { buyer: await startBuyer(), folder, progress });
  console.log(reportOf(run, samples));
  if (options.write) writeReport(run, samples);
}
