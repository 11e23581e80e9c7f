/** Whose calls to the outside can be held. */
import type { adminListHolds, EndpointData } from '@sluice/contracts';
import { pathTo } from '../../api/request.js';
import type { TenantSummary } from '../../frame/tenants.js';

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
