import { z } from 'zod';
import { defineAdminEndpoint, type AdminEndpoint } from './define-admin-endpoint.js';

const rest = {
  method: 'GET',
  role: 'view',
  summary: 's',
  description: 'd',
  data: z.object({}),
  examples: { data: {} },
} as const;
const alone = { ...rest, members: [] } as const;
const shared = { ...rest, members: ['owner', 'manager'] } as const;

describe('a declaration', () => {
  it('has the path and the parameters of its scope', () => {
    const declared: readonly AdminEndpoint[] = [
      defineAdminEndpoint({ ...alone, scope: 'installation', path: '/queues' }),
      defineAdminEndpoint({ ...shared, scope: 'tenant', path: '' }),
      defineAdminEndpoint({
        ...shared,
        scope: 'tenant',
        path: '/clients/{clientId}',
        params: z.object({ clientId: z.string() }),
      }),
      defineAdminEndpoint({ ...rest, scope: 'client', path: '/leads', members: ['owner', 'client'] }),
      defineAdminEndpoint({ ...rest, scope: 'supplier', path: '/numbers', members: ['supplier'] }),
      defineAdminEndpoint({ ...rest, scope: 'self', path: '/devices', members: ['analyst'] }),
    ];
    expect(declared.map(({ path, params }) => [path, Object.keys(params?.shape ?? {})])).toEqual([
      ['/admin/v1/queues', []],
      ['/admin/v1/tenants/{tenantId}', ['tenantId']],
      ['/admin/v1/tenants/{tenantId}/clients/{clientId}', ['tenantId', 'clientId']],
      ['/admin/v1/tenants/{tenantId}/clients/{clientId}/portal/leads', ['tenantId', 'clientId']],
      ['/admin/v1/tenants/{tenantId}/suppliers/{supplierId}/portal/numbers', ['tenantId', 'supplierId']],
      ['/admin/v1/me/devices', []],
    ]);
  });

  it('does not compile without members, or with one that its scope does not have', () => {
    // @ts-expect-error -- who may use it
    defineAdminEndpoint({ ...rest, scope: 'tenant', path: '/leads' });
    // @ts-expect-error -- an operation of the installation has none
    defineAdminEndpoint({ ...rest, scope: 'installation', path: '/queues', members: ['owner'] });
    // @ts-expect-error -- a client reaches what is its own only
    defineAdminEndpoint({ ...rest, scope: 'tenant', path: '/leads', members: ['owner', 'client'] });
    // @ts-expect-error -- a supplier is no client
    defineAdminEndpoint({ ...rest, scope: 'client', path: '/leads', members: ['supplier'] });
    // @ts-expect-error -- no such role
    defineAdminEndpoint({ ...rest, scope: 'tenant', path: '/leads', members: ['boss'] });
  });

  it('does not compile if its path is that of another scope', () => {
    // @ts-expect-error -- the path of a tenant
    defineAdminEndpoint({ ...alone, scope: 'installation', path: '/tenants/{tenantId}/leads' });
    // @ts-expect-error -- the path of an account
    defineAdminEndpoint({ ...alone, scope: 'installation', path: '/me/devices' });
    // @ts-expect-error -- no path
    defineAdminEndpoint({ ...alone, scope: 'installation', path: '' });
    // @ts-expect-error -- the path of a client's own
    defineAdminEndpoint({ ...shared, scope: 'tenant', path: '/clients/{clientId}/portal/leads' });
    // @ts-expect-error -- the path of a supplier's own
    defineAdminEndpoint({ ...shared, scope: 'tenant', path: '/suppliers/{supplierId}/portal' });
    // @ts-expect-error -- no path
    defineAdminEndpoint({ ...rest, scope: 'client', path: '', members: ['client'] });
    // @ts-expect-error -- not below its scope
    defineAdminEndpoint({ ...shared, scope: 'tenant', path: 'leads' });
  });
});
