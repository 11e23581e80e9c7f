/** `sluice admin-keys create|list|revoke`. */
import { adminCreateAdminKey, adminListAdminKeys, adminRevokeAdminKey } from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';
import { createKey, firstColumns, lastColumns, revokeKey } from '../keys/key-command.js';

export function addAdminKeys(program: Command): void {
  const keys = program.command('admin-keys').description('manage keys of the admin API');
  addOperation(keys, 'create', adminCreateAdminKey, createKey);
  addList(keys, 'list', adminListAdminKeys, 'keys', {
    columns: { ...firstColumns, ROLE: ({ role }) => role, ...lastColumns },
  });
  addOperation(keys, 'revoke', adminRevokeAdminKey, revokeKey);
}
