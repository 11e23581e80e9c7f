/** People: the members of the tenant and who is invited to it. */
import { Link, Navigate } from 'react-router';
import { may } from '../../api/session.js';
import { PageHead } from '../../components/page-head.js';
import { OfTenant } from '../../frame/tenant.js';
import { useTenants } from '../../frame/tenants.js';
import { People } from './people.js';
import { placeOf } from './place.js';

export default function PeoplePage() {
  const isOperators = may('adminListOperators');
  const { kind } = useTenants();
  // Without a tenant there are operators only.
  if (kind === 'none' && isOperators) return <Navigate to="/operators" replace />;
  return (
    <>
      <PageHead
        title="People"
        actions={isOperators ? <Link to="/operators">Operators of the installation</Link> : undefined}
      >
        Who may log in to this tenant, and as what.
      </PageHead>
      <OfTenant>{(tenant) => <People place={placeOf(tenant)} />}</OfTenant>
    </>
  );
}
