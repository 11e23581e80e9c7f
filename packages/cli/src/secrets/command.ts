/** `sluice secrets list|set|remove`. */
import { adminListSecrets, adminRemoveSecret, adminSetSecret } from '@sluice/contracts';
import type { Command } from 'commander';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';
import { readSecret } from './read-secret.js';

interface Options {
  readonly tenant: string;
  readonly json?: boolean;
}

export function addSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('manage the secrets that a tenant file uses as {{ secrets.name }}; they are never shown');

  secrets
    .command('list')
    .description('list the names of the secrets, and since when they are set')
    .requiredOption('--tenant <tenant>', 'tenant of the secrets')
    .option('--json', 'print JSON')
    .action(async ({ tenant, json }: Options) => {
      const listed = await withOperations((operate) =>
        operate.call(adminListSecrets, { params: { tenantId: tenant } }),
      );
      answer(json, listed, ({ secrets: found, missing }) => listText(tenant, found, missing));
    });

  secrets
    .command('set')
    .argument('<name>', 'name of the secret: lower-case letters, digits and underscores')
    .description(
      'set or replace a secret; its value is read from standard input or asked for, which keeps it out of the shell history',
    )
    .requiredOption('--tenant <tenant>', 'tenant of the secret')
    .option('--json', 'print JSON')
    .action(async (name: string, { tenant, json }: Options) => {
      const value = await readSecret(`Value of ${name}: `);
      const set = await withOperations((operate) =>
        operate.call(adminSetSecret, { params: { tenantId: tenant, name }, body: { value } }),
      );
      answer(json, set, () => `Set ${name}.`);
    });

  secrets
    .command('remove')
    .argument('<name>', 'the secret, as listed')
    .description('remove a secret; requests that refer to it are no longer sent')
    .requiredOption('--tenant <tenant>', 'tenant of the secret')
    .option('--json', 'print JSON')
    .action(async (name: string, { tenant, json }: Options) => {
      const removed = await withOperations((operate) =>
        operate.call(adminRemoveSecret, { params: { tenantId: tenant, name } }),
      );
      answer(json, { name, ...removed }, () => `Removed ${name}.`);
    });
}

function listText(
  tenant: string,
  found: readonly { readonly name: string; readonly setAt: string }[],
  missing: readonly string[],
): string {
  const list =
    found.length === 0
      ? `Tenant ${tenant} has no secrets.`
      : table([['NAME', 'SET'], ...found.map(({ name, setAt }) => [name, setAt])]);
  const lacks = missing.map((name) => `Used but not set: ${name}`);
  return [list, ...lacks].join('\n');
}
