/** `sluice credentials list|set|remove|reencrypt`. */
import {
  adminListCredentials,
  adminReencryptCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
  credentialProviders,
  type CredentialState,
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
  reencrypted: 're-encrypted with the first key',
  current: 'already encrypted with the first key',
  none: 'has no vendor credentials',
  no_key: 'not decrypted by any key',
  discarded: 'discarded, because no key decrypted them',
} as const;

function stateText({ state, missing }: CredentialState): string {
  return state === 'set' ? 'set' : `${state.replace('_', ' ')}, missing: ${missing.join(', ')}`;
}

export function addCredentials(program: Command): void {
  const credentials = program
    .command('credentials')
    .description('manage vendor credentials; they are never shown');
  const vendor = () => new Argument('<vendor>', 'the vendor').choices(credentialProviders);

  credentials
    .command('list')
    .description('list the vendors, whether their credentials are set, and since when')
    .requiredOption('--tenant <tenant>', 'tenant of the credentials')
    .option('--json', 'print JSON')
    .action(async ({ tenant, json }: Options) => {
      const { credentials: stored } = await withOperations((operate) =>
        operate.call(adminListCredentials, { params: { tenantId: tenant } }),
      );
      answer(json, stored, (all) =>
        all.length === 0
          ? `Tenant ${tenant} has no vendor credentials.`
          : table([
              ['VENDOR', 'FIELDS', 'SINCE', 'STATE'],
              ...all.map((one) => [
                one.provider,
                one.fields.join(', '),
                one.setAt ?? 'unknown',
                stateText(one),
              ]),
            ]),
      );
    });

  credentials
    .command('set')
    .addArgument(vendor())
    .description(
      'replace the credentials of a vendor with NAME=VALUE lines from standard input, which keeps them out of the shell history',
    )
    .requiredOption('--tenant <tenant>', 'tenant of the credentials')
    .option('--json', 'print JSON')
    .action(async (provider: string, { tenant, json }: Options) => {
      const values = valuesIn(await textOf(process.stdin));
      const set = await withOperations((operate) =>
        operate.call(adminSetCredentials, { params: { tenantId: tenant, provider }, body: { values } }),
      );
      answer(
        json,
        set,
        ({ fields, ...state }) =>
          `Set ${fields.join(', ')} of ${provider}${state.state === 'set' ? '' : `; ${stateText(state)}`}.`,
      );
    });

  credentials
    .command('remove')
    .addArgument(vendor())
    .description('remove the credentials of a vendor')
    .requiredOption('--tenant <tenant>', 'tenant of the credentials')
    .option('--json', 'print JSON')
    .action(async (provider: string, { tenant, json }: Options) => {
      const removed = await withOperations((operate) =>
        operate.call(adminRemoveCredentials, { params: { tenantId: tenant, provider } }),
      );
      answer(json, { provider, ...removed }, () => `Removed the credentials of ${provider}.`);
    });

  credentials
    .command('reencrypt')
    .description(
      're-encrypt all credentials with the first key of ENCRYPTION_KEY; the other keys only decrypt',
    )
    .option(
      '--discard-unreadable',
      'remove credentials that no key decrypts, for every tenant; they cannot be restored',
    )
    .option('--json', 'print JSON')
    .action(async ({ discardUnreadable = false, json }: { discardUnreadable?: boolean; json?: boolean }) => {
      const { tenants } = await withOperations((operate) =>
        operate.call(adminReencryptCredentials, { body: { discardUnreadable } }),
      );
      answer(json, tenants, (all) =>
        table([['TENANT', 'CREDENTIALS'], ...all.map(({ tenantId, outcome }) => [tenantId, words[outcome]])]),
      );
      if (tenants.some(({ outcome }) => outcome === 'no_key'))
        throw new Problem(
          'Some credentials could not be decrypted: add their key to ENCRYPTION_KEY. Only if it is lost, discard them with --discard-unreadable and set them again.',
        );
    });
}

function valuesIn(lines: string): Record<string, string> {
  const pairs = lines.split(/\r?\n/).flatMap((line) => {
    if (line.trim() === '') return [];
    const at = line.indexOf('=');
    if (at < 1) throw new Problem('Each line of standard input must be NAME=VALUE.', 2);
    return [[line.slice(0, at).trim(), line.slice(at + 1)] as const];
  });
  return Object.fromEntries(pairs);
}
