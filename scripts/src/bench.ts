/**
 * `npm run bench`: what Sluice makes of a load, beside yardsticks that are measured in the same run. Machines differ and
 * are noisy; the ratios are what holds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineProgress, report } from '@sluice/local';
import { startBuyer } from './bench/load/buyer.js';
import { readBenchOptions } from './bench/options.js';
import { describeRun } from './bench/report/describe-run.js';
import { textReport } from './bench/report/text-report.js';
import { writeReport } from './bench/report/write-report.js';
import { runRounds } from './bench/run-rounds.js';
import { stopAll, whileRunning } from './bench/while-running.js';

const INTERRUPTED = 130;

// Progress goes to stderr, so that stdout is the table or the JSON alone.
const progress = lineProgress((line) => console.error(line));
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const tidy = () => rmSync(folder, { recursive: true, force: true });
let interrupted = false;
const interrupt = () => {
  if (interrupted) return;
  interrupted = true;
  progress.note('Stopping…');
  void stopAll().finally(() => {
    tidy();
    process.exit(INTERRUPTED);
  });
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);

try {
  const args = process.argv.slice(2);
  const options = readBenchOptions(args);
  const run = describeRun(options, args);
  const samples = await whileRunning(await startBuyer(), (buyer) =>
    runRounds(options, { buyer, folder, progress }),
  );
  console.log(options.json ? JSON.stringify({ run, samples }) : textReport(run, samples));
  if (options.write) for (const file of await writeReport(run, samples)) progress.note(`Written: ${file}`);
} catch (error) {
  // What is stopped halfway fails, and that is nothing to report.
  if (interrupted) await new Promise(() => undefined);
  report(error);
} finally {
  tidy();
}
