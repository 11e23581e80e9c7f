/**
 * `npm run bench`: measures Sluice under load, next to yardsticks measured in the same run. Machines differ and are
 * noisy, so only the ratios can be compared.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineProgress, memoryEnvironment, memoryFlags, projectRoot, report } from '@sluice/local';
import { startBuyer } from './bench/load/buyer.js';
import { readBenchOptions } from './bench/options.js';
import { describeRun, pageOf } from './bench/report/page.js';
import { drawPicture } from './bench/report/picture.js';
import { runRounds } from './bench/rounds.js';
import { stopAll } from './bench/running.js';

const INTERRUPTED = 130;
const args = process.argv.slice(2);

// Like is compared with like: the yardsticks, which inherit the settings of this process, run under the services'.
if (memoryFlags.every((flag) => process.execArgv.includes(flag))) await measure();
else runUnderServiceSettings();

function runUnderServiceSettings(): void {
  const env = { ...process.env, ...memoryEnvironment };
  const child = fork(fileURLToPath(import.meta.url), args, { env, execArgv: [...memoryFlags] });
  child.once('exit', (code) => process.exit(code ?? 1));
  // Ctrl-C reaches both; each waits for the other.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
}

async function measure(): Promise<void> {
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
    if (!interrupted) report(error);
    else await new Promise(() => undefined);
  }
}
