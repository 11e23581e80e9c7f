/** Settings: a tenant's keys, file, secrets, credentials, holds and retention, and the admin keys. */
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { OfTenant, TenantField } from '../../frame/tenant.js';
import { AdminKeys } from './admin-keys.js';
import { ApiKeys } from './api-keys.js';
import { CallsOutside } from './calls-outside.js';
import { Credentials } from './credentials.js';
import { Retention } from './retention.js';
import { Secrets } from './secrets.js';
import { TenantFile } from './tenant-file.js';

export default function SettingsPage() {
  return (
    <>
      <PageHead title="Settings">
        Keys, configuration and holds of a tenant, and the installation’s admin keys.
      </PageHead>
      <Filters label="Filters">
        <TenantField />
      </Filters>
      <OfTenant>
        {(tenant) => (
          <>
            <ApiKeys tenant={tenant} />
            <TenantFile tenant={tenant} />
            <Secrets tenant={tenant} />
            <Credentials tenant={tenant} />
            <CallsOutside tenant={tenant} />
            <Retention tenant={tenant} />
          </>
        )}
      </OfTenant>
      <AdminKeys />
    </>
  );
}
