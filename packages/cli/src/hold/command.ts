/** `sluice hold`, `release` and `holds`: whether workers call buyers and other receivers. */
import {
  adminHoldInstallation,
  adminHoldTenant,
  adminListHolds,
  adminReleaseInstallation,
  adminReleaseTenant,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation, type Given } from '../admin/operation-command.js';

/** Adds the commands; hold and release are each two operations, one for a tenant and one for the installation. */
export function addHold(program: Command): void {
  const input = 'With --tenant, only those of this tenant.';
  const whose = ({ tenantId }: Given) => (tenantId === undefined ? 'the installation' : `tenant ${tenantId}`);
  const json = (done: object, { tenantId = null }: { readonly tenantId?: string | null }) => ({
    ...done,
    tenantId,
  });
  addOperation(program, 'hold', adminHoldInstallation, {
    ofTenant: adminHoldTenant,
    input,
    defaults: { reason: 'no reason given' },
    json,
    text: (_held, given) =>
      `Outbound calls of ${whose(given)} stop within 3 s. Leads are still accepted and wait.`,
  });
  addOperation(program, 'release', adminReleaseInstallation, {
    ofTenant: adminReleaseTenant,
    input,
    json,
    text: (_released, given) => `Released the outbound calls of ${whose(given)}.`,
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
