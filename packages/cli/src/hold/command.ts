/** `sluice hold` and `sluice release`: whether workers call buyers and other receivers. */
import type { Command } from 'commander';
import { addHolds, holdByOperation, releaseByOperation } from './operations.js';

interface HoldFlags {
  readonly tenant?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

export function addHold(program: Command): void {
  program
    .command('hold')
    .description(
      'make no call to the outside: no buyer, webhook, platform or vendor; leads are accepted and wait',
    )
    .option('--reason <text>', 'why, for the audit and for the next operator')
    .option('--tenant <tenant>', 'only the calls of this tenant; default those of the installation')
    .option('--json', 'answer as JSON')
    .action(({ tenant, reason, json }: HoldFlags) => holdByOperation({ tenant, reason, json }));
  program
    .command('release')
    .description('end the hold: everything that waits goes on')
    .option('--tenant <tenant>', 'the hold of this tenant; default that of the installation')
    .option('--json', 'answer as JSON')
    .action(({ tenant, json }: HoldFlags) => releaseByOperation({ tenant, json }));
  addHolds(program);
}
