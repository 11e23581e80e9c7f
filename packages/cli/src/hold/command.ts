/** `sluice hold`, `release` and `holds`: whether workers call buyers and other receivers. */
import {
  adminHoldInstallation,
  adminHoldTenant,
  adminListHolds,
  adminReleaseInstallation,
  adminReleaseTenant,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList } from '../admin/operation-command.js';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';

interface HoldFlags {
  readonly tenant?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** Adds the commands; hold and release are each two operations, one for a tenant and one for the installation. */
export function addHold(program: Command): void {
  program
    .command('hold')
    .description(
      'stop all outbound calls: to buyers, webhooks, platforms and vendors; leads are accepted and wait',
    )
    .option('--reason <text>', 'reason, for the audit and other operators')
    .option('--tenant <tenant>', 'only the calls of this tenant; default: the installation')
    .option('--json', 'print JSON')
    .action(async ({ tenant, reason = 'no reason given', json }: HoldFlags) => {
      const body = { reason };
      await withOperations((operate) =>
        tenant === undefined
          ? operate.call(adminHoldInstallation, { body })
          : operate.call(adminHoldTenant, { params: { tenantId: tenant }, body }),
      );
      answer(
        json,
        { held: true, tenantId: tenant ?? null },
        () => `Outbound calls of ${whose(tenant)} stop within 3 s. Leads are still accepted and wait.`,
      );
    });
  program
    .command('release')
    .description('end the hold; everything waiting continues')
    .option('--tenant <tenant>', 'the hold of this tenant; default: the installation')
    .option('--json', 'print JSON')
    .action(async ({ tenant, json }: HoldFlags) => {
      await withOperations((operate) =>
        tenant === undefined
          ? operate.call(adminReleaseInstallation)
          : operate.call(adminReleaseTenant, { params: { tenantId: tenant } }),
      );
      answer(
        json,
        { released: true, tenantId: tenant ?? null },
        () => `Released the outbound calls of ${whose(tenant)}.`,
      );
    });
  addList(program, 'holds', adminListHolds, 'holds', {
    none: () => 'No calls are on hold.',
    columns: {
      SCOPE: ({ tenantId }) => tenantId ?? 'the installation',
      SINCE: ({ since }) => since,
      BY: ({ by }) => by,
      REASON: ({ reason }) => reason,
    },
  });
}

function whose(tenant: string | undefined): string {
  return tenant === undefined ? 'the installation' : `tenant ${tenant}`;
}
