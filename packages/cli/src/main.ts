/**
 * The `sluice` operator command. Each subcommand has a folder of its own, and loads its dependencies only when it runs.
 * Exit codes: 0, 1 failed, 2 wrong usage.
 */
import { CommanderError } from 'commander';
import { Problem, report } from '@sluice/local';
import { createProgram } from './program.js';

// A time without an offset means the same on every operator's machine.
process.env['TZ'] = 'UTC';

const program = createProgram();

try {
  await program.parseAsync(process.argv.slice(2), { from: 'user' });
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else report(await withoutDatabase(error));
}

// An unavailable or outdated database is no defect of the command.
async function withoutDatabase(error: unknown): Promise<unknown> {
  const { isStoreUnavailable, SchemaBehindError, ServerTooOldError } = await import('@sluice/store');
  if (error instanceof SchemaBehindError) return new Problem(`${capitalised(error.message)} first.`);
  if (error instanceof ServerTooOldError)
    return new Problem(`${capitalised(error.message)}: upgrade it, or correct MONGODB_URL.`);
  const { cause } = error instanceof Error ? error : {};
  if (!isStoreUnavailable(error) && !isStoreUnavailable(cause)) return error;
  return new Problem(
    'MongoDB does not answer: start it, or correct MONGODB_URL; `sluice doctor` finds the cause.',
  );
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
