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
      'stop all outbound calls: to buyers, webhooks, platforms and vendors; leads are accepted and wait',
    )
    .option('--reason <text>', 'reason, for the audit and other operators')
    .option('--tenant <tenant>', 'only the calls of this tenant; default: the installation')
    .option('--json', 'print JSON')
    .action(({ tenant, reason, json }: HoldFlags) => holdByOperation({ tenant, reason, json }));
  program
    .command('release')
    .description('end the hold; everything waiting continues')
    .option('--tenant <tenant>', 'the hold of this tenant; default: the installation')
    .option('--json', 'print JSON')
    .action(({ tenant, json }: HoldFlags) => releaseByOperation({ tenant, json }));
  addHolds(program);
}
