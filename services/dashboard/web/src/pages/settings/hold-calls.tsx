/** The button that holds calls to the outside, on the pages where one sees that they go wrong. */
import type { adminListHolds } from '@sluice/contracts';
import { Link } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { addressOf } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button, buttonClass } from '../../components/button.js';
import { orLoadAgain } from '../../frame/load-again.js';
import { useTenants } from '../../frame/tenants.js';
import { holdsOf, scopesOf } from './hold-scopes.js';

const loadDialog = orLoadAgain(() => import('./hold-dialog.js'));

const LOOKS_EVERY_MS = 5_000;

/** Offers to hold the calls of the page's tenant or of all, and names a hold that stands. */
export function HoldCalls() {
  const tenants = useTenants();
  const tenant = tenants.kind === 'chosen' ? tenants.tenant : undefined;
  const { data } = useAnswer<typeof adminListHolds>(holdsOf(tenant), { everyMs: LOOKS_EVERY_MS });
  if (!data) return null;
  const scopes = scopesOf(data.holds, tenant);
  const free = scopes.filter(({ hold }) => !hold);
  return (
    <>
      {free.length < scopes.length && (
        <Link className={buttonClass({})} to={addressOf('/settings/calls', { tenant: tenant?.tenantId })}>
          Calls are on hold
        </Link>
      )}
      {free.length > 0 && may('adminHoldTenant') && (
        <Button danger onClick={async () => (await loadDialog()).hold(free)}>
          Hold calls…
        </Button>
      )}
    </>
  );
}
