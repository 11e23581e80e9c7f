/** `sluice credentials list|set|remove|reencrypt`. */
import {
  adminListCredentials,
  adminReencryptCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
  credentialProviders,
} from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { Argument, type Command } from 'commander';
import { text as textOf } from 'node:stream/consumers';
import { withOperations } from '../admin/with-operations.js';
import { answer, table } from '../output.js';

interface Options {
  readonly tenant: string;
  readonly json?: boolean;
}

const words = {
  reencrypted: 'sealed anew with the first key',
  current: 'sealed with the first key already',
  none: 'has no vendor credentials',
  no_key: 'opened by none of the keys',
} as const;

export function addCredentials(program: Command): void {
  const credentials = program
    .command('credentials')
    .description("vendors' credentials of the tenants: they are set, and never shown");
  const vendor = () => new Argument('<vendor>', 'the vendor').choices(credentialProviders);

  credentials
    .command('list')
    .description('which vendors a tenant has credentials of, and since when')
    .requiredOption('--tenant <tenant>', 'whose credentials')
    .option('--json', 'answer as JSON')
    .action(async ({ tenant, json }: Options) => {
      const { credentials: stored } = await withOperations((operate) =>
        operate.call(adminListCredentials, { params: { tenantId: tenant } }),
      );
      answer(json, stored, (all) =>
        all.length === 0
          ? `Tenant ${tenant} has no credentials of vendors.`
          : table([
              ['VENDOR', 'CREDENTIALS', 'SET'],
              ...all.map(({ provider, fields, setAt }) => [provider, fields.join(', '), setAt ?? 'unknown']),
            ]),
      );
    });

  credentials
    .command('set')
    .addArgument(vendor())
    .description(
      'replace the credentials of a vendor by lines NAME=VALUE on standard input, so that no shell remembers them',
    )
    .requiredOption('--tenant <tenant>', 'whose credentials')
    .option('--json', 'answer as JSON')
    .action(async (provider: string, { tenant, json }: Options) => {
      const values = valuesIn(await textOf(process.stdin));
      const set = await withOperations((operate) =>
        operate.call(adminSetCredentials, { params: { tenantId: tenant, provider }, body: { values } }),
      );
      answer(json, set, ({ fields }) => `Set ${fields.join(', ')} of ${provider}.`);
    });

  credentials
    .command('remove')
    .addArgument(vendor())
    .description('remove the credentials of a vendor')
    .requiredOption('--tenant <tenant>', 'whose credentials')
    .option('--json', 'answer as JSON')
    .action(async (provider: string, { tenant, json }: Options) => {
      const removed = await withOperations((operate) =>
        operate.call(adminRemoveCredentials, { params: { tenantId: tenant, provider } }),
      );
      answer(json, { provider, ...removed }, () => `Removed the credentials of ${provider}.`);
    });

  credentials
    .command('reencrypt')
    .description('seal all of them with the first key of ENCRYPTION_KEY; the keys after it open only')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { tenants } = await withOperations((operate) => operate.call(adminReencryptCredentials));
      answer(json, tenants, (all) =>
        table([['TENANT', 'CREDENTIALS'], ...all.map(({ tenantId, outcome }) => [tenantId, words[outcome]])]),
      );
      if (tenants.some(({ outcome }) => outcome === 'no_key'))
        throw new Problem(
          'Some credentials were not opened: add the key that sealed them to ENCRYPTION_KEY, or apply the tenant file again.',
        );
    });
}

function valuesIn(lines: string): Record<string, string> {
  const pairs = lines.split(/\r?\n/).flatMap((line) => {
    if (line.trim() === '') return [];
    const at = line.indexOf('=');
    if (at < 1) throw new Problem('Each line of standard input has to be NAME=VALUE.', 2);
    return [[line.slice(0, at).trim(), line.slice(at + 1)] as const];
  });
  return Object.fromEntries(pairs);
}
