/** `sluice apply FILE [--dry-run] [--allow-literal-credentials]`. */
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, inRed } from '../output.js';
import type { Applied } from './apply-tenant-file.js';
import { findInstallation, overServer, placeholderEnvironment, typedPath } from '../where.js';

interface ApplyFlags {
  readonly dryRun?: boolean;
  readonly encoding?: string;
  readonly allowLiteralCredentials?: boolean;
  readonly json?: boolean;
}

export function addApply(program: Command): void {
  program
    .command('apply')
    .argument('<file>', 'the tenant file')
    .description('apply a tenant file; shows what changes')
    .option('--dry-run', 'only show what would change')
    .option('--encoding <name>', 'encoding of the file (default: UTF-8, or UTF-16 with its mark)')
    .option(
      '--allow-literal-credentials',
      'accept credentials that are written out, which belong under `secrets:`',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, flags: ApplyFlags) => {
      const { dryRun = false, encoding, allowLiteralCredentials = false, json } = flags;
      refuseDevelopmentInProduction(process.env);
      const env = overServer() === undefined ? placeholderEnvironment(findInstallation()) : process.env;
      const { applyBy, readSettingsOf } = await import('./apply-tenant-file.js');
      const applied = await withOperations(
        (operate) => applyBy(operate, typedPath(file), { env, encoding, dryRun, allowLiteralCredentials }),
        { reads: readSettingsOf(env) },
      );
      answer(json, { ...applied, dryRun }, textOf);
    });
}

function textOf({
  tenantId,
  changes,
  removed,
  heldLeadsDue,
  literalCredentials,
  dryRun,
}: Applied & { readonly dryRun: boolean }): string {
  if (changes.length === 0) return `Tenant ${tenantId}: nothing to change.`;
  const fields = removed.length === 1 ? '1 field' : `${removed.length} fields`;
  const lines = [
    `Tenant ${tenantId}: ${dryRun ? 'would change' : 'changed'}`,
    ...changes.map((change) => `  ${change}`),
    ...(removed.length > 0 ? [inRed(`${dryRun ? 'Would remove' : 'Removed'} ${fields}, named above`)] : []),
    ...(heldLeadsDue > 0 ? [`Held leads reconsidered: ${heldLeadsDue}`] : []),
    ...literalCredentials.map((place) => `Credential written out: ${place}`),
  ];
  return lines.join('\n');
}

// No service starts with it in production, so what it allows here would never be called.
function refuseDevelopmentInProduction({ NODE_ENV, OUTBOUND_ALLOW }: NodeJS.ProcessEnv): void {
  if (NODE_ENV === 'production' && OUTBOUND_ALLOW)
    throw new Problem('OUTBOUND_ALLOW is for development: unset it when NODE_ENV is production.');
}
