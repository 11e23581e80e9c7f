/** `sluice admin-keys create|list|revoke`. */
import { adminCreateAdminKey, adminListAdminKeys, adminRevokeAdminKey, adminRoles } from '@sluice/contracts';
import { Option, type Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { expiryOf } from '../keys/expiry-of.js';
import { keysTable } from '../keys/keys-table.js';
import { answer } from '../output.js';

interface AdminKeyOptions {
  readonly name: string;
  readonly role: string;
  readonly expires?: string;
  readonly json?: boolean;
}

export function addAdminKeys(program: Command): void {
  const keys = program.command('admin-keys').description('manage keys of the admin API');

  keys
    .command('create')
    .description('create an admin key; it is shown once')
    .requiredOption('--name <name>', 'name of the key, shown in the audit')
    .addOption(new Option('--role <role>', 'role of the key').choices(adminRoles).makeOptionMandatory())
    .option('--expires <iso>', 'expiry of the key')
    .option('--json', 'print JSON')
    .action(async ({ name, role, expires, json }: AdminKeyOptions) => {
      const body = { name, role, ...expiryOf(expires) };
      const { key, prefix } = await withOperations((operate) => operate.call(adminCreateAdminKey, { body }), {
        isTyped: true,
      });
      answer(json, { key, prefix }, () => `${key}\nIt is not shown again. Its prefix is ${prefix}.`);
    });

  keys
    .command('list')
    .description('list admin keys')
    .option('--json', 'print JSON')
    .action(async ({ json }: AdminKeyOptions) => {
      const { keys: found } = await withOperations((operate) => operate.call(adminListAdminKeys));
      answer(json, found, keysTable);
    });

  keys
    .command('revoke')
    .argument('<prefix>', 'prefix of the key, as listed')
    .description('revoke an admin key, everywhere within 5 s')
    .option('--json', 'print JSON')
    .action(async (prefix: string, { json }: AdminKeyOptions) => {
      const { revoked } = await withOperations((operate) =>
        operate.call(adminRevokeAdminKey, { params: { prefix } }),
      );
      answer(json, { revoked, prefix }, () => `Revoked ${prefix}.`);
    });
}
