/** Whose calls to the outside can be held. */
import type { adminListHolds, EndpointData } from '@sluice/contracts';
import { AN_OPERATOR } from '@sluice/contracts/words';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import type { TenantSummary } from '../../frame/tenants.js';

type Hold = EndpointData<typeof adminListHolds>['holds'][number];

/** What can be held, and its current hold, if any. */
export interface Scope {
  readonly name: string;
  /** Its name within a sentence. */
  readonly whose: string;
  readonly path: string;
  readonly hold: Hold | undefined;
  /** Members do not end what an operator has put. */
  readonly canRelease: boolean;
  /** The whole installation is on hold, which includes this scope. */
  readonly alsoHeld: boolean;
  /** What remains on hold after a release. */
  readonly stays: string;
}

const ofInstallation = () => may('adminListHolds');

/** Where the holds are listed that the person sees: every one, or those on the calls of the tenant. */
export function holdsOf(tenant: TenantSummary | undefined): string {
  return ofInstallation() ? '/admin/v1/holds' : pathTo`/admin/v1/tenants/${tenant?.tenantId ?? ''}/holds`;
}

/** The tenant, if there is one, and for operators the whole installation. */
export function scopesOf(holds: readonly Hold[], tenant: TenantSummary | undefined): readonly Scope[] {
  const whole = holds.find((hold) => hold.tenantId === null);
  const installation = {
    name: 'The whole installation',
    whose: 'every tenant',
    path: '/admin/v1/hold',
    hold: whole,
    canRelease: true,
    alsoHeld: false,
    stays: 'Holds on single tenants stay in place.',
  };
  if (!tenant) return [installation];
  const { tenantId, name } = tenant;
  const own = holds.find((hold) => hold.tenantId === tenantId);
  return [
    {
      name,
      whose: name,
      path: pathTo`/admin/v1/tenants/${tenantId}/hold`,
      hold: own,
      canRelease: ofInstallation() || own?.by !== AN_OPERATOR,
      alsoHeld: whole !== undefined,
      stays: 'A hold on the whole installation stays in place.',
    },
    ...(ofInstallation() ? [installation] : []),
  ];
}
