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
  const keys = program.command('keys').description('manage API keys of a tenant');

  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption('--tenant <tenant>', 'tenant of the key')
    .requiredOption('--name <name>', 'name of the key')
    .option('--expires <iso>', 'expiry of the key')
    .option('--json', 'print JSON')
    .action(async ({ tenant, name, expires, json }: KeyOptions) => {
      const expiry = expiryOf(expires);
      const { key, prefix } = await withOperations(
        (operate) =>
          operate
            .call(adminCreateApiKey, { params: { tenantId: tenant }, body: { name, ...expiry } })
            .catch(missing(`There is no tenant ${tenant}; apply its tenant file first.`)),
        { isTyped: true },
      );
      answer(json, { key, prefix }, () => `${key}\nIt is not shown again. Its prefix is ${prefix}.`);
    });

  keys
    .command('list')
    .description('list the keys of a tenant')
    .requiredOption('--tenant <tenant>', 'tenant of the keys')
    .option('--json', 'print JSON')
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
    .argument('<prefix>', 'prefix of the key, as listed')
    .description('revoke a key, everywhere within 5 s')
    .requiredOption('--tenant <tenant>', 'tenant of the key')
    .option('--json', 'print JSON')
    .action(async (prefix: string, { tenant, json }: KeyOptions) => {
      const { revoked } = await withOperations((operate) =>
        operate
          .call(adminRevokeApiKey, { params: { tenantId: tenant, prefix } })
          .catch(missing(`Tenant ${tenant} has no active key ${prefix}; \`sluice keys list\` shows them.`)),
      );
      answer(json, { revoked, prefix }, () => `Revoked ${prefix}.`);
    });
}

// A missing key is reported with a remedy.
function missing(remedy: string) {
  return (error: unknown): never => {
    throw (error as { code?: unknown }).code === 'NOT_FOUND' ? new Problem(remedy) : error;
  };
}
