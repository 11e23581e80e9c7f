/** `sluice keys create|list|revoke`. */
import { adminCreateApiKey, adminListApiKeys, adminRevokeApiKey } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer } from '../output.js';
import { expiryOf } from './expiry-of.js';
import { keysTable } from './keys-table.js';

interface KeyOptions {
  readonly tenant: string;
  readonly name: string;
  readonly expires?: string;
  readonly json?: boolean;
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys of a tenant');

  keys
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--tenant <tenant>', 'whose key it is')
    .requiredOption('--name <name>', 'what it is for')
    .option('--expires <iso>', 'when it stops working')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, name, expires, json }: KeyOptions) => {
      const expiry = expiryOf(expires);
      const { key, prefix } = await withOperations((operate) =>
        operate
          .call(adminCreateApiKey, { params: { tenantId: tenant }, body: { name, ...expiry } })
          .catch(missing(`There is no tenant ${tenant}; apply its tenant file first.`)),
      );
      answer(json, { key, prefix }, () => `${key}\nIt is not shown again. Recognise it by ${prefix}.`);
    });

  keys
    .command('list')
    .description('the keys of a tenant')
    .requiredOption('--tenant <tenant>', 'whose keys')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, json }: KeyOptions) => {
      const { keys: found } = await withOperations((operate) =>
        operate.call(adminListApiKeys, { params: { tenantId: tenant } }),
      );
      answer(
        json,
        found.map((key) => ({ tenantId: tenant, ...key })),
        () => keysTable(found),
      );
    });

  keys
    .command('revoke')
    .argument('<prefix>', 'the first characters of the key, as listed')
    .description('stop a key from working, everywhere within 5 s')
    .requiredOption('--tenant <tenant>', 'whose key')
    .option('--json', 'answer as JSON')
    .action(async (prefix: string, { tenant, json }: KeyOptions) => {
      const { revoked } = await withOperations((operate) =>
        operate
          .call(adminRevokeApiKey, { params: { tenantId: tenant, prefix } })
          .catch(missing(`Tenant ${tenant} has no working key ${prefix}; \`sluice keys list\` shows them.`)),
      );
      answer(json, { revoked, prefix }, () => `Revoked ${prefix}.`);
    });
}

// What is missing is told with what to do about it.
function missing(told: string) {
  return (error: unknown): never => {
    throw (error as { code?: unknown }).code === 'NOT_FOUND' ? new Problem(told) : error;
  };
}
