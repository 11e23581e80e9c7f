/** `sluice hold` and `sluice release`: whether workers call buyers and other receivers. */
import type { Command } from 'commander';
import type { Hold, Stores } from '@sluice/store';
import { hostname, userInfo } from 'node:os';
import { answer } from '../output.js';
import { overServer, withStores } from '../where.js';
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
    .option('--reason <text>', 'why, for the audit and whoever comes next')
    .option('--tenant <tenant>', 'only the calls of this tenant; default those of the installation')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, reason, json }: HoldFlags) => {
      if (tenant !== undefined || overServer() !== undefined)
        return holdByOperation({ tenant, reason, json });
      return withStores(async (stores) => {
        const by = `${userInfo().username}@${hostname()}`;
        const wanted = { at: stores.clock.now(), by, ...(reason !== undefined && { reason }) };
        const hold = await auditedHere(stores, `hold${reason === undefined ? '' : `: ${reason}`}`, () =>
          stores.hold.put(wanted),
        );
        answer(json, hold, holdText);
      });
    });
  program
    .command('release')
    .description('end the hold: everything that waits goes on')
    .option('--tenant <tenant>', 'the hold of this tenant; default that of the installation')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, json }: HoldFlags) => {
      if (tenant !== undefined || overServer() !== undefined) return releaseByOperation({ tenant, json });
      return withStores(async (stores) => {
        const released = await auditedHere(stores, 'release', () => stores.hold.release());
        answer(json, { released }, () =>
          released ? 'Released: workers go on within two seconds.' : 'Nothing was on hold.',
        );
      });
    });
  addHolds(program);
}

async function auditedHere<T>(stores: Stores, what: string, change: () => Promise<T>): Promise<T> {
  const { audited } = await import('../with-core.js');
  return audited({ stores }, what, change);
}

function holdText({ at, by, reason }: Hold): string {
  return [
    `On hold since ${at.toISOString()} by ${by}${reason === undefined ? '' : `: ${reason}`}.`,
    'Workers begin no call from two seconds on; calls under way end by themselves. `sluice release` ends the hold.',
  ].join('\n');
}
