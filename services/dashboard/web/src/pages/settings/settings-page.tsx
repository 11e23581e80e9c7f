/** Settings: who may send leads for a tenant, whether calls go out, how long records are kept, and the admin keys. */
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { OfTenant, TenantField } from '../../frame/tenant.js';
import { AdminKeys } from './admin-keys.js';
import { ApiKeys } from './api-keys.js';
import { CallsOutside } from './calls-outside.js';
import { Retention } from './retention.js';

export default function SettingsPage() {
  return (
    <>
      <PageHead title="Settings">
        Keys, holds and retention of a tenant, and what holds for the whole installation.
      </PageHead>
      <Filters label="Settings of">
        <TenantField />
      </Filters>
      <OfTenant>
        {(tenant) => (
          <>
            <ApiKeys tenant={tenant} />
            <CallsOutside tenant={tenant} />
            <Retention tenant={tenant} />
          </>
        )}
      </OfTenant>
      <AdminKeys />
    </>
  );
}
