/**
 * `npm run bench`: measures Sluice under load, next to yardsticks measured in the same run. Machines differ and are
 * noisy, so only the ratios can be compared.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineProgress, projectRoot, report } from '@sluice/local';
import { startBuyer } from './bench/load/buyer.js';
import { readBenchOptions } from './bench/options.js';
import { describeRun, pageOf } from './bench/report/page.js';
import { drawPicture } from './bench/report/picture.js';
import { runRounds } from './bench/rounds.js';
import { stopAll } from './bench/running.js';

const INTERRUPTED = 130;

// Progress goes to stderr, so that stdout contains only the page or the JSON.
const progress = lineProgress((line) => console.error(line));
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
let interrupted = false;
const interrupt = () => {
  if (interrupted) return;
  interrupted = true;
  progress.note('Stopping…');
  void stopAll().then(() => process.exit(INTERRUPTED));
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

try {
  const args = process.argv.slice(2);
  const options = readBenchOptions(args);
  const run = describeRun(options, args);
  const samples = await runRounds(options, { buyer: await startBuyer(), folder, progress });
  const page = pageOf(run, samples);
  console.log(options.json ? JSON.stringify({ run, samples }) : page);
  if (options.write) {
    writeFileSync(join(projectRoot, 'docs', 'benchmarks.md'), page);
    writeFileSync(join(projectRoot, 'docs', 'benchmarks.svg'), drawPicture(samples));
  }
} catch (error) {
  // An interrupted run fails by being stopped, which is not reported as an error.
  if (interrupted) await new Promise(() => undefined);
  report(error);
}
