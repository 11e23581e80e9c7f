/** `sluice apply FILE [--dry-run]`. */
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { findInstallation, overServer, placeholderEnvironment, typedPath } from '../where.js';

export function addApply(program: Command): void {
  program
    .command('apply')
    .argument('<file>', 'the tenant file')
    .description('apply a tenant file; shows what changes')
    .option('--dry-run', 'only show what would change')
    .option('--json', 'print JSON')
    .action(async (file: string, { dryRun = false, json }: { dryRun?: boolean; json?: boolean }) => {
      const env = overServer() === undefined ? placeholderEnvironment(findInstallation()) : process.env;
      const { allowOutboundOf, applyBy } = await import('./apply-tenant-file.js');
      allowOutboundOf(env);
      const applied = await withOperations((operate) => applyBy(operate, typedPath(file), { env, dryRun }));
      answer(json, { ...applied, dryRun }, ({ tenantId, changes, heldLeadsDue }) => {
        if (changes.length === 0) return `Tenant ${tenantId}: nothing to change.`;
        const heading = dryRun ? 'would change' : 'changed';
        const due = heldLeadsDue > 0 ? [`Held leads reconsidered: ${heldLeadsDue}`] : [];
        return [`Tenant ${tenantId}: ${heading}`, ...changes.map((change) => `  ${change}`), ...due].join(
          '\n',
        );
      });
    });
}
