/** `sluice keys create|list|revoke`. */
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer, table } from '../output.js';
import { withStores } from '../where.js';
import { newApiKey } from './new-key.js';

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
    .action(({ tenant, name, expires, json }: KeyOptions) =>
      withStores(async (stores) => {
        if (!(await stores.tenants.find(tenant))) {
          throw new Problem(`There is no tenant ${tenant}; apply its tenant file first.`);
        }
        const expiresAt = expires === undefined ? undefined : new Date(expires);
        if (expiresAt && Number.isNaN(expiresAt.getTime())) {
          throw new Problem(`--expires ${expires ?? ''} is not an ISO 8601 time.`, 2);
        }
        const key = newApiKey();
        const { prefix } = await stores.apiKeys.add(key, {
          tenantId: tenant,
          name,
          createdAt: stores.clock.now(),
          ...(expiresAt && { expiresAt }),
        });
        answer(json, { key, prefix }, () => `${key}\nIt is not shown again. Recognise it by ${prefix}.`);
      }),
    );

  keys
    .command('list')
    .description('the keys of a tenant')
    .requiredOption('--tenant <tenant>', 'whose keys')
    .option('--json', 'answer as JSON')
    .action(({ tenant, json }: KeyOptions) =>
      withStores(async (stores) => {
        const found = await stores.apiKeys.list(tenant);
        answer(json, found, () =>
          table([
            ['PREFIX', 'NAME', 'CREATED', 'LAST USED', 'STATE'],
            ...found.map(({ prefix, name, createdAt, lastUsedAt, revokedAt, expiresAt }) => [
              prefix,
              name,
              createdAt.toISOString(),
              lastUsedAt?.toISOString() ?? 'never',
              revokedAt ? 'revoked' : expiresAt && expiresAt <= stores.clock.now() ? 'expired' : 'works',
            ]),
          ]),
        );
      }),
    );

  keys
    .command('revoke')
    .argument('<prefix>', 'the first characters of the key, as listed')
    .description('stop a key from working, everywhere within 5 s')
    .requiredOption('--tenant <tenant>', 'whose key')
    .option('--json', 'answer as JSON')
    .action((prefix: string, { tenant, json }: KeyOptions) =>
      withStores(async (stores) => {
        const revoked = await stores.apiKeys.revoke(tenant, prefix, stores.clock.now());
        if (revoked === 0)
          throw new Problem(
            `Tenant ${tenant} has no working key ${prefix}; \`sluice keys list\` shows them.`,
          );
        answer(json, { revoked, prefix }, () => `Revoked ${prefix}.`);
      }),
    );
}
