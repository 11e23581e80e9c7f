/** `npm start`: the whole product on one machine, in the foreground. */
import { lineProgress, Problem, report } from '@sluice/local';
import { runEverything } from './start/run-everything.js';

const [surplus] = process.argv.slice(2);
try {
  if (surplus !== undefined) {
    throw new Problem(
      `"npm start" takes no argument and was given "${surplus}": only its environment configures it.`,
      2,
    );
  }
  console.log('Starting Sluice…\n');
  await runEverything(lineProgress());
} catch (error) {
  report(error);
}
