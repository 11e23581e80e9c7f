/** `npm run check`: everything that can be said about the code without running it; exit code 0 only if all of it is good. */
import { Problem, report } from '@sluice/local';
import { runStep } from './check/run-step.js';
import { checkSteps, type CheckStep } from './check/steps.js';

const AT_A_TIME = 2;
const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;

try {
  const [surplus] = process.argv.slice(2);
  if (surplus !== undefined)
    throw new Problem(`"npm run check" takes no argument and was given "${surplus}".`, 2);
  // A cached verdict can be out of date when a type changed in another file; what decides looks afresh.
  const failed = await runSteps(checkSteps({ fresh: process.env['CI'] === 'true' }));
  if (failed.length > 0) throw new Problem(`The check failed: ${failed.join(', ')}.`);
  console.log('All good.');
} catch (error) {
  report(error);
}

/** Runs the steps, two at a time; promises the names of those that failed. */
async function runSteps(steps: CheckStep[]): Promise<string[]> {
  const waiting = [...steps];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { outcome, output, tookMs } = await runStep(step);
      console.log(`${marks[outcome]} ${step.name} (${(tookMs / 1000).toFixed(1)} s)`);
      if (outcome === 'failed') failed.push(step.name);
      if (output !== '') console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return failed;
}
