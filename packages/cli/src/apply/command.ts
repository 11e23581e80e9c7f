/** `sluice apply FILE [--dry-run]`. */
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { findInstallation, overServer, placeholderEnvironment, typedPath } from '../where.js';

interface ApplyFlags {
  readonly dryRun?: boolean;
  readonly encoding?: string;
  readonly json?: boolean;
}

export function addApply(program: Command): void {
  program
    .command('apply')
    .argument('<file>', 'the tenant file')
    .description('apply a tenant file; shows what changes')
    .option('--dry-run', 'only show what would change')
    .option('--encoding <name>', 'encoding of the file (default: UTF-8, or UTF-16 with its mark)')
    .option('--json', 'print JSON')
    .action(async (file: string, { dryRun = false, encoding, json }: ApplyFlags) => {
      const env = overServer() === undefined ? placeholderEnvironment(findInstallation()) : process.env;
      const { allowOutboundOf, applyBy } = await import('./apply-tenant-file.js');
      allowOutboundOf(env);
      const applied = await withOperations((operate) =>
        applyBy(operate, typedPath(file), { env, dryRun, encoding }),
      );
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
