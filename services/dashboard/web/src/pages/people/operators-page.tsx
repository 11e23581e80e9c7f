/** Operators: who works on this installation, in which role, and when they were last here. */
import { Link } from 'react-router';
import { may } from '../../api/session.js';
import { PageHead } from '../../components/page-head.js';
import { useTenants } from '../../frame/tenants.js';
import { People } from './people.js';
import { installation } from './place.js';

export default function OperatorsPage() {
  const tenants = useTenants();
  const name = tenants.kind === 'chosen' && may('adminListPeople') ? tenants.tenant.name : undefined;
  return (
    <>
      <PageHead
        title="Operators"
        actions={name === undefined ? undefined : <Link to="/people">People of {name}</Link>}
      >
        Who works on this installation, in every tenant.
      </PageHead>
      <People place={installation()} />
    </>
  );
}
