/** `npm run check`: everything that can be checked without running the code; exit code 0 only if all of it passes. */
import { Problem, report } from '@sluice/local';
import { availableParallelism } from 'node:os';
import pMap from 'p-map';
import { runStep } from './check/run-step.js';
import { checkSteps, type CheckStep } from './check/steps.js';

const AT_A_TIME = Math.max(2, availableParallelism());
const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;

try {
  const [surplus] = process.argv.slice(2);
  if (surplus !== undefined)
    throw new Problem(`"npm run check" takes no arguments, but got "${surplus}".`, 2);
  const failed = await runSteps(checkSteps());
  const took = inSeconds(performance.now());
  if (failed.length > 0) throw new Problem(`The check failed after ${took}: ${failed.join(', ')}.`);
  console.log(`All checks passed in ${took}.`);
} catch (error) {
  report(error);
}

/** Runs the steps concurrently, one per processor; resolves with the names of those that failed. */
async function runSteps(steps: readonly CheckStep[]): Promise<string[]> {
  const failed: string[] = [];
  const run = async (step: CheckStep): Promise<void> => {
    const { outcome, output, tookMs } = await runStep(step);
    console.log(`${marks[outcome]} ${step.name} (${inSeconds(tookMs)})`);
    if (outcome === 'failed') failed.push(step.name);
    if (output !== '') console.log(output.trimEnd());
  };
  await pMap(steps, run, { concurrency: AT_A_TIME });
  return failed;
}
