/** `sluice migrate`. */
import type { Command } from 'commander';
import { answer } from '../output.js';
import { findInstallation } from '../where.js';
import { migratedText } from './migrated-text.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('build indexes and run migrations; safe to repeat and to run concurrently')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { mongodbUrl } = findInstallation();
      const { migrate } = await import('@sluice/store');
      // Progress goes to stderr, so that it does not mix with the answer.
      const migrated = await migrate(mongodbUrl, { note: (line) => console.error(line) });
      answer(json, migrated, (done) => `Database: ${migratedText(done)}.`);
    });
}
