/** `sluice circuits list`. */
import { adminListCircuits } from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

export function addCircuits(program: Command): void {
  program
    .command('circuits')
    .description('receivers that workers leave alone')
    .command('list')
    .description('the receivers of a tenant that are left alone because most of their calls failed')
    .requiredOption('--tenant <tenant>', 'whose receivers')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: boolean }) => {
      const { circuits } = await withOperations((operate) =>
        operate.call(adminListCircuits, { params: { tenantId: tenant } }),
      );
      answer(json, circuits, (open) =>
        open.length === 0
          ? `Tenant ${tenant}: every receiver is called.`
          : table([
              ['RECEIVER', 'SINCE', 'TRIED AGAIN'],
              ...open.map(({ endpoint, since, until }) => [endpoint, since, until]),
            ]),
      );
    });
}
