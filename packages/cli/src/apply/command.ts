/** `sluice apply FILE [--dry-run]`. */
import type { Command } from 'commander';
import { answer } from '../output.js';
import { encryptionKey, findInstallation, placeholderEnvironment, typedPath } from '../where.js';

export function addApply(program: Command): void {
  program
    .command('apply')
    .argument('<file>', 'the tenant file')
    .description('bring a tenant file into the database; shows what changes')
    .option('--dry-run', 'only show what would change')
    .option('--json', 'answer as JSON')
    .action(async (file: string, { dryRun, json }: { dryRun?: boolean; json?: boolean }) => {
      const installation = findInstallation();
      const { applyTenantFile } = await import('./apply-tenant-file.js');
      const applied = await applyTenantFile(typedPath(file), {
        mongoUrl: installation.mongodbUrl,
        env: placeholderEnvironment(installation),
        encryptionKey: encryptionKey(),
        dryRun: dryRun ?? false,
      });
      answer(json, { ...applied, dryRun: dryRun ?? false }, ({ tenantId, changes, heldLeadsDue }) => {
        if (changes.length === 0) return `Tenant ${tenantId}: nothing to change.`;
        const heading = dryRun ? 'would change' : 'changed';
        const due = heldLeadsDue > 0 ? [`Held leads that are looked at again: ${heldLeadsDue}`] : [];
        return [`Tenant ${tenantId}: ${heading}`, ...changes.map((change) => `  ${change}`), ...due].join(
          '\n',
        );
      });
    });
}
