/** The audit of the installation, which may be exported as lines of JSON. */
import type { adminListAuditActions } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { Choice } from '../../components/choice.js';
import { useTenants } from '../../frame/tenants.js';
import { Audit } from './audit.js';

const PATH = '/admin/v1/audit';

export default function AuditPage() {
  const { data: { actions } = { actions: [] } } = useAnswer<typeof adminListAuditActions>(`${PATH}/actions`);
  const options = actions.map(({ action: value, words: label }) => ({ value, label }));
  const tenants = useTenants();
  const all = 'all' in tenants ? tenants.all : [];
  const ofTenants = all.map(({ tenantId, name }) => ({ value: tenantId, label: name }));
  return (
    <Audit path={PATH} exportPath={`${PATH}/export`}>
      <Choice name="action" label="Action" any="Any action" options={options} />
      <Choice name="tenantId" label="Tenant concerned" any="Any tenant" options={ofTenants} />
    </Audit>
  );
}
