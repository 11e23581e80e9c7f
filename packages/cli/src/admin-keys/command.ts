/** `sluice admin-keys create|list|revoke`. */
import {
  adminCreateAdminKey,
  adminCreateTenantAdminKey,
  adminListAdminKeys,
  adminListTenantAdminKeys,
  adminRevokeAdminKey,
  adminRevokeTenantAdminKey,
  type TenantAdminKeyView,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';
import { createKey, firstColumns, lastColumns, revokeKey } from '../keys/key-command.js';

export function addAdminKeys(program: Command): void {
  const keys = program.command('admin-keys').description('manage keys of the admin API');
  const input = 'With --tenant, of this tenant.';
  addOperation(keys, 'create', adminCreateAdminKey, {
    ...createKey,
    ofTenant: adminCreateTenantAdminKey,
    options: { ...createKey.options, clientId: 'client' },
    input: `${input} Such a key has the role owner, manager, analyst, or client with --client.`,
  });
  addList(keys, 'list', adminListAdminKeys, 'keys', {
    ofTenant: adminListTenantAdminKeys,
    input,
    columns: { ...firstColumns, ROLE: roleOf, ...lastColumns },
  });
  addOperation(keys, 'revoke', adminRevokeAdminKey, {
    ...revokeKey,
    ofTenant: adminRevokeTenantAdminKey,
    input,
  });
}

const roleOf = ({ role, clientId }: { readonly role: string } & Pick<TenantAdminKeyView, 'clientId'>) =>
  clientId === undefined ? role : `${role} ${clientId}`;
