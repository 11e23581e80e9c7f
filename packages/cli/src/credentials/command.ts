/** `sluice credentials reencrypt`. */
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer, table } from '../output.js';
import { encryptionKey, withStores } from '../where.js';

/** What became of a tenant's credentials. */
interface Reencrypted {
  readonly tenantId: string;
  readonly outcome: 'reencrypted' | 'current' | 'none' | 'no_key';
}

const words: Readonly<Record<Reencrypted['outcome'], string>> = {
  reencrypted: 'sealed anew with the first key',
  current: 'sealed with the first key already',
  none: 'has no vendor credentials',
  no_key: 'opened by none of the keys',
};

export function addCredentials(program: Command): void {
  program
    .command('credentials')
    .description("vendors' credentials of the tenants")
    .command('reencrypt')
    .description('seal all of them with the first key of ENCRYPTION_KEY; the keys after it open only')
    .option('--json', 'answer as JSON')
    .action(({ json }: { json?: boolean }) =>
      withStores(async (stores) => {
        const { sealingKey } = await import('@sluice/store');
        const keys = encryptionKey()
          .split(',')
          .map((key) => sealingKey(key.trim()));
        const all: Reencrypted[] = [];
        for (const { tenantId } of await stores.tenants.all()) {
          all.push({ tenantId, outcome: await stores.tenants.reseal(tenantId, keys) });
        }
        answer(json, all, () =>
          table([
            ['TENANT', 'CREDENTIALS'],
            ...all.map(({ tenantId, outcome }) => [tenantId, words[outcome]]),
          ]),
        );
        if (all.some(({ outcome }) => outcome === 'no_key'))
          throw new Problem(
            'Some credentials were not opened: add the key that sealed them to ENCRYPTION_KEY, or apply the tenant file again.',
          );
      }),
    );
}
