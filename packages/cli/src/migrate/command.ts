/** `sluice migrate`. */
import type { Command } from 'commander';
import { answer } from '../output.js';
import { findInstallation } from '../where.js';
import { migratedText } from './migrated-text.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      'bring indexes and migrations of the database up to date; repeatable, and safe twice at once',
    )
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { mongodbUrl } = findInstallation();
      const { migrate } = await import('@sluice/store');
      // Progress goes where it does not mix with the answer.
      const migrated = await migrate(mongodbUrl, { note: (line) => console.error(line) });
      answer(json, migrated, (done) => `Database: ${migratedText(done)}.`);
    });
}
