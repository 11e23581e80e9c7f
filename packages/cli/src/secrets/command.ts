/** `sluice secrets list|set|remove`. */
import { adminListSecrets, adminRemoveSecret, adminSetSecret } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';
import { table } from '../output.js';
import { readSecret } from './read-secret.js';

export function addSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('manage the secrets that a tenant file uses as {{ secrets.name }}; they are never shown');
  addOperation(secrets, 'list', adminListSecrets, {
    text: ({ secrets: found, missing }, { tenantId }) =>
      [
        found.length === 0
          ? `Tenant ${tenantId} has no secrets.`
          : table([['NAME', 'SET'], ...found.map(({ name, setAt }) => [name, setAt])]),
        ...missing.map((name) => `Used but not set: ${name}`),
      ].join('\n'),
  });
  addOperation(secrets, 'set', adminSetSecret, {
    input: 'Its value is read from standard input or asked for, which keeps it out of the shell history.',
    made: { value: ({ name }) => readSecret(`Value of ${name}: `) },
    text: (_set, { name }) => `Set ${name}.`,
  });
  addOperation(secrets, 'remove', adminRemoveSecret, {
    json: (removed, { name }) => ({ name, ...removed }),
    text: (_removed, { name }) => `Removed ${name}.`,
  });
}
