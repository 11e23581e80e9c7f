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
  const keys = program.command('admin-keys').description('keys by which programs use the admin API');

  keys
    .command('create')
    .description('make an admin key; it is shown once')
    .requiredOption('--name <name>', 'what it is for; the audit names it so')
    .addOption(new Option('--role <role>', 'what it may do').choices(adminRoles).makeOptionMandatory())
    .option('--expires <iso>', 'when it stops working')
    .option('--json', 'answer as JSON')
    .action(async ({ name, role, expires, json }: AdminKeyOptions) => {
      const body = { name, role, ...expiryOf(expires) };
      const { key, prefix } = await withOperations((operate) => operate.call(adminCreateAdminKey, { body }));
      answer(json, { key, prefix }, () => `${key}\nIt is not shown again. Recognise it by ${prefix}.`);
    });

  keys
    .command('list')
    .description('all admin keys')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: AdminKeyOptions) => {
      const { keys: found } = await withOperations((operate) => operate.call(adminListAdminKeys));
      answer(json, found, keysTable);
    });

  keys
    .command('revoke')
    .argument('<prefix>', 'the first characters of the key, as listed')
    .description('stop an admin key from working, everywhere within 5 s')
    .option('--json', 'answer as JSON')
    .action(async (prefix: string, { json }: AdminKeyOptions) => {
      const { revoked } = await withOperations((operate) =>
        operate.call(adminRevokeAdminKey, { params: { prefix } }),
      );
      answer(json, { revoked, prefix }, () => `Revoked ${prefix}.`);
    });
}
