/**
 * `npm run bench`: measures Sluice under load, next to yardsticks measured in the same run. Machines differ and are
 * noisy, so only the ratios can be compared.
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

// Progress goes to stderr, so that stdout contains only the table or the JSON.
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
  // An interrupted run fails by being stopped, which is not reported as an error.
  if (interrupted) await new Promise(() => undefined);
  report(error);
} finally {
  tidy();
}
