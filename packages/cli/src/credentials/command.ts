/** `sluice credentials list|set|remove|reencrypt`. */
import {
  adminListCredentials,
  adminReencryptCredentials,
  adminRemoveCredentials,
  adminSetCredentials,
  type CredentialState,
} from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { text as textOf } from 'node:stream/consumers';
import { addList, addOperation } from '../admin/operation-command.js';

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
  addList(credentials, 'list', adminListCredentials, 'credentials', {
    none: ({ tenantId }) => `Tenant ${tenantId} has no vendor credentials.`,
    columns: {
      VENDOR: ({ provider }) => provider,
      FIELDS: ({ fields }) => fields.join(', '),
      SINCE: ({ setAt }) => setAt ?? 'unknown',
      STATE: stateText,
    },
  });
  addOperation(credentials, 'set', adminSetCredentials, {
    input: 'The values are NAME=VALUE lines of standard input, which keeps them out of the shell history.',
    made: { values: async () => valuesIn(await textOf(process.stdin)) },
    text: ({ fields, ...state }, { provider }) =>
      `Set ${fields.join(', ')} of ${provider}${state.state === 'set' ? '' : `; ${stateText(state)}`}.`,
  });
  addOperation(credentials, 'remove', adminRemoveCredentials, {
    json: (removed, { provider }) => ({ provider, ...removed }),
    text: (_removed, { provider }) => `Removed the credentials of ${provider}.`,
  });
  addList(credentials, 'reencrypt', adminReencryptCredentials, 'tenants', {
    columns: { TENANT: ({ tenantId }) => tenantId, CREDENTIALS: ({ outcome }) => words[outcome] },
    failure: ({ tenants, secondFactors: { unreadable } }) => {
      if (tenants.some(({ outcome }) => outcome === 'no_key'))
        return 'Some credentials could not be decrypted: add their key to ENCRYPTION_KEY. Only if it is lost, discard them with --discard-unreadable and set them again.';
      return unreadable === 0
        ? undefined
        : `${unreadable} of the second factors could not be decrypted: add their key to ENCRYPTION_KEY. Only if it is lost, an administrator removes them.`;
    },
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
