/** `sluice tenants list`. */
import { adminListTenants } from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

const PAGE = 200;

export function addTenants(program: Command): void {
  program
    .command('tenants')
    .description('tenants of the installation')
    .command('list')
    .description('every tenant')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const tenants = await withOperations(async (operate) => {
        const all = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const query = { limit: PAGE, ...(cursor !== '' && { cursor }) };
          const page: { tenants: readonly Shown[]; nextCursor: string | null } = await operate.call(
            adminListTenants,
            { query },
          );
          all.push(...page.tenants);
          cursor = page.nextCursor;
        }
        return all;
      });
      answer(json, tenants, (all) =>
        table([
          ['TENANT', 'NAME', 'TIME ZONE'],
          ...all.map(({ tenantId, name, timezone }) => [tenantId, name, timezone]),
        ]),
      );
    });
}

interface Shown {
  readonly tenantId: string;
  readonly name: string;
  readonly timezone: string;
}
