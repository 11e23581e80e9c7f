/** `sluice tenants list|create`. */
import { adminCreateTenant, adminListTenants } from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';

export function addTenants(program: Command): void {
  const tenants = program.command('tenants').description('list and create the tenants of the installation');
  addList(tenants, 'list', adminListTenants, 'tenants', {
    columns: {
      TENANT: ({ tenantId }) => tenantId,
      NAME: ({ name }) => name,
      'TIME ZONE': ({ timezone }) => timezone,
    },
  });
  addOperation(tenants, 'create', adminCreateTenant, {
    arguments: ['tenantId'],
    text: ({ tenantId }) =>
      `Created ${tenantId}. Invite its owner: sluice people invite ADDRESS --role owner --tenant ${tenantId}`,
  });
}
