/** `sluice tenants list`. */
import { adminListTenants } from '@sluice/contracts';
import type { Command } from 'commander';
import { allPages } from '../admin/all-pages.js';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

const PAGE = 200;

export function addTenants(program: Command): void {
  program
    .command('tenants')
    .description('list the tenants of the installation')
    .command('list')
    .description('list all tenants')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const tenants = await withOperations(async (operate) => {
        const read = (cursor: object) =>
          operate.call(adminListTenants, { query: { limit: PAGE, ...cursor } });
        const all = [];
        for await (const tenant of allPages(read, (page) => page.tenants)) all.push(tenant);
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
