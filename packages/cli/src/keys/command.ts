/** `sluice keys create|list|revoke`. */
import { adminCreateApiKey, adminListApiKeys, adminRevokeApiKey } from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';
import { createKey, firstColumns, lastColumns, revokeKey } from './key-command.js';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage API keys of a tenant');
  addOperation(keys, 'create', adminCreateApiKey, {
    ...createKey,
    options: { ...createKey.options, supplierId: 'supplier' },
    missing: ({ tenantId }) => `There is no tenant ${tenantId}; apply its tenant file first.`,
  });
  addList(keys, 'list', adminListApiKeys, 'keys', {
    json: ({ keys: found }, { tenantId }) => found.map((key) => ({ tenantId, ...key })),
    columns: { ...firstColumns, SUPPLIER: ({ supplierId = '' }) => supplierId, ...lastColumns },
  });
  addOperation(keys, 'revoke', adminRevokeApiKey, {
    ...revokeKey,
    missing: ({ tenantId, prefix }) =>
      `Tenant ${tenantId} has no active key ${prefix}; \`sluice keys list\` shows them.`,
  });
}
