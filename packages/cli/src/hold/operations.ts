/**
 * Holds through the admin API's operations: for one tenant, or over `--server`; and `sluice holds`, which lists them.
 */
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

/** The requested hold, and the form of the answer. */
interface HoldAsked {
  readonly tenant: string | undefined;
  readonly reason?: string | undefined;
  readonly json: boolean | undefined;
}

/** Sets a hold and reports it. */
export async function holdByOperation({ tenant, reason, json }: HoldAsked): Promise<void> {
  const body = { reason: reason ?? 'no reason given' };
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
}

/** Ends a hold and reports it. */
export async function releaseByOperation({ tenant, json }: HoldAsked): Promise<void> {
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
}

/** `sluice holds`. */
export function addHolds(program: Command): void {
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
