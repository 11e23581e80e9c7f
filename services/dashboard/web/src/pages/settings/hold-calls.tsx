/** The button that holds calls to the outside, on the pages where one sees that they go wrong. */
import type { adminListHolds, EndpointData } from '@sluice/contracts';
import { Link } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button, buttonClass } from '../../components/button.js';
import { orLoadAgain } from '../../frame/load-again.js';
import { useTenants, type TenantSummary } from '../../frame/tenants.js';

type Hold = EndpointData<typeof adminListHolds>['holds'][number];

/** What can be held, and its current hold, if any. */
export interface Scope {
  readonly name: string;
  /** Its name within a sentence. */
  readonly whose: string;
  readonly path: string;
  readonly hold: Hold | undefined;
  /** The whole installation is on hold, which includes this scope. */
  readonly alsoHeld: boolean;
  /** What remains on hold after a release. */
  readonly stays: string;
}

/** The tenant, if there is one, and the whole installation. */
export function scopesOf(holds: readonly Hold[], tenant: TenantSummary | undefined): readonly Scope[] {
  const whole = holds.find((hold) => hold.tenantId === null);
  const installation = {
    name: 'The whole installation',
    whose: 'every tenant',
    path: '/admin/v1/hold',
    hold: whole,
    alsoHeld: false,
    stays: 'Holds on single tenants stay in place.',
  };
  if (!tenant) return [installation];
  const { tenantId, name } = tenant;
  return [
    {
      name,
      whose: name,
      path: pathTo`/admin/v1/tenants/${tenantId}/hold`,
      hold: holds.find((hold) => hold.tenantId === tenantId),
      alsoHeld: whole !== undefined,
      stays: 'A hold on the whole installation stays in place.',
    },
    installation,
  ];
}

const loadDialog = orLoadAgain(() => import('./hold-dialog.js'));

/** Offers to hold the calls of the page's tenant or of all, and names a hold that stands. */
export function HoldCalls() {
  const tenants = useTenants();
  const { data } = useAnswer<typeof adminListHolds>('/admin/v1/holds');
  if (!data) return null;
  const tenant = tenants.kind === 'chosen' ? tenants.tenant : undefined;
  const scopes = scopesOf(data.holds, tenant);
  const free = scopes.filter(({ hold }) => !hold);
  return (
    <>
      {free.length < scopes.length && (
        <Link className={buttonClass({})} to={addressOf('/settings/calls', { tenant: tenant?.tenantId })}>
          Calls are on hold
        </Link>
      )}
      {free.length > 0 && may('operate') && (
        <Button danger onClick={async () => (await loadDialog()).hold(free)}>
          Hold calls…
        </Button>
      )}
    </>
  );
}
