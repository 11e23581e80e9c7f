/** `sluice tenants list`. */
import { adminListTenants } from '@sluice/contracts';
import type { Command } from 'commander';
import { addList } from '../admin/operation-command.js';

export function addTenants(program: Command): void {
  const tenants = program.command('tenants').description('list the tenants of the installation');
  addList(tenants, 'list', adminListTenants, 'tenants', {
    columns: {
      TENANT: ({ tenantId }) => tenantId,
      NAME: ({ name }) => name,
      'TIME ZONE': ({ timezone }) => timezone,
    },
  });
}
