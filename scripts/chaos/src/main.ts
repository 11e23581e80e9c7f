/**
 * `npm run chaos`: one run. Its actions go to stderr and its report, as JSON, to stdout; the exit code is 1 if a promise
 * was broken.
 */
import { report } from '@sluice/local';
import { faultNames } from './faults/play.js';
import { readOptions } from './options.js';
import { runChaos } from './run.js';

// Ctrl-C ends this process, and with it everything that it started; so does closing the terminal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

try {
  const begunAt = performance.now();
  const result = await runChaos(readOptions(process.argv.slice(2), faultNames), (action) => {
    const seconds = (performance.now() - begunAt) / 1000;
    console.error(`${seconds.toFixed(1).padStart(7)} s  ${action}`);
  });
  // A pipe takes a long report in parts, and the process must not exit in between.
  await new Promise((written) => process.stdout.write(`${JSON.stringify(result, null, 2)}\n`, written));
  process.exitCode = result.violations.length > 0 ? 1 : 0;
} catch (error) {
  report(error);
}
// Links and connections are still open.
process.exit();
