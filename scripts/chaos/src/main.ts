/** `npm run chaos`: one run, its report, and exit code 1 if a promise was broken. */
import { readChaosEnvironment } from './config.js';
import { faultNames } from './faults/play.js';
import { readOptions, UsageError } from './options.js';
import { reportText } from './report.js';
import { runChaos } from './run.js';

// Ctrl-C ends this process, and with it everything that it started; so does closing the terminal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

try {
  const options = readOptions(process.argv.slice(2));
  const unknown = options.only.find((name) => !faultNames.includes(name));
  if (unknown !== undefined) throw new UsageError(`--only knows ${faultNames.join(', ')}, not "${unknown}".`);
  const print = (line: string) => void (options.json ? process.stderr : process.stdout).write(`${line}\n`);
  const report = await runChaos(options, readChaosEnvironment(), print);
  process.stdout.write(`${options.json ? JSON.stringify(report) : reportText(report)}\n`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
} catch (error) {
  const expected = error instanceof UsageError;
  process.stderr.write(
    `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = expected ? 2 : 1;
}
