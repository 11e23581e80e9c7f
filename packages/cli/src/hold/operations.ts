/** Holds by the operations of the admin API: of one tenant, or over `--server`; and `sluice holds`, which lists them. */
import {
  adminHoldInstallation,
  adminHoldTenant,
  adminListHolds,
  adminReleaseInstallation,
  adminReleaseTenant,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

/** Which hold is meant, and how it is told. */
interface HoldAsked {
  readonly tenant: string | undefined;
  readonly reason?: string | undefined;
  readonly json: boolean | undefined;
}

/** Puts a hold and says so. */
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
    () => `On hold: the calls of ${whose(tenant)}, within 3 s. Leads are taken in and wait.`,
  );
}

/** Ends a hold and says so. */
export async function releaseByOperation({ tenant, json }: HoldAsked): Promise<void> {
  await withOperations((operate) =>
    tenant === undefined
      ? operate.call(adminReleaseInstallation)
      : operate.call(adminReleaseTenant, { params: { tenantId: tenant } }),
  );
  answer(json, { released: true, tenantId: tenant ?? null }, () => `Released the calls of ${whose(tenant)}.`);
}

/** `sluice holds`. */
export function addHolds(program: Command): void {
  program
    .command('holds')
    .description('the holds that stand')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { holds } = await withOperations((operate) => operate.call(adminListHolds));
      answer(json, holds, (standing) =>
        standing.length === 0
          ? 'No calls are on hold.'
          : table([
              ['WHOSE', 'SINCE', 'BY', 'REASON'],
              ...standing.map(({ tenantId, since, by, reason }) => [
                tenantId ?? 'the installation',
                since,
                by,
                reason,
              ]),
            ]),
      );
    });
}

function whose(tenant: string | undefined): string {
  return tenant === undefined ? 'the installation' : `tenant ${tenant}`;
}
