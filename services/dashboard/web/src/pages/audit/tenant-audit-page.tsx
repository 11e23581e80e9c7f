/** The audit of one tenant, for its owners: what its people and its keys did, and what operators did there. */
import { pathTo } from '../../api/request.js';
import { OfTenant } from '../../frame/tenant.js';
import { Audit } from './audit.js';

export default function TenantAuditPage() {
  return (
    <OfTenant>{({ tenantId }) => <Audit path={pathTo`/admin/v1/tenants/${tenantId}/audit`} />}</OfTenant>
  );
}
