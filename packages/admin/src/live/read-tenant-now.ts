/** The present state of one tenant, as its own people are shown it: nothing of another tenant or of the installation. */
import {
  adminReleaseInstallation,
  adminReleaseTenant,
  type Finding,
  type FigurePoint,
  type TenantNow,
} from '@sluice/contracts';
import type { ReportsFor } from '@sluice/pipeline';
import { findingsOf } from '@sluice/reports';
import { MOST_COUNTED, readsOfStores } from './observe.js';
import { nowReader, readMinutes, type NowDeps } from './read-now.js';

/** What an observation of a tenant reads. */
export interface TenantNowDeps extends NowDeps {
  readonly reports: NowDeps['reports'] & ReportsFor<'forTenant'>['reports'];
}

/** Makes the function that observes the tenant; it never rejects: a part that cannot be read is absent. */
export function createTenantNowReader(deps: TenantNowDeps, tenantId: string): () => Promise<TenantNow> {
  const { stores, reports, redis } = deps;
  const { held, buyers, holds, unreadBuyers, unreadRules, overspent, receiversOff, failingPostbacks } =
    readsOfStores({ stores, redis, tenantId });
  const reads = {
    ...{ held, buyers, holds, unreadBuyers, unreadRules, overspent, receiversOff, failingPostbacks },
    attention: () => reports.forTenant(tenantId).awaitingOperator(MOST_COUNTED),
    minutes: () => readMinutes({ stores, reports }, tenantId),
    onHold: () => stores.workOnHold.waiting(MOST_COUNTED, tenantId),
  };
  return nowReader(stores, reads, ({ seen, shown, minutes, onHold, attention }) => {
    const isOperators = seen.holds?.some(({ byMember, ofAll }) => !byMember && !ofAll) ?? false;
    return {
      ...shown,
      findings: findingsOf({ ...seen, away: [] }).map((finding) =>
        shownFinding({ ...finding, tenantId }, isOperators),
      ),
      minutes: minutes?.map(leadFiguresOf),
      waits: {
        held: seen.held?.reduce((sum, { count }) => sum + count, 0),
        onHold,
        person: attention?.count,
      },
    };
  });
}

/** The part of a step's figures that is of a tenant's leads; what waits is the installation's. */
export function leadFiguresOf({ at, accepted, ended, p50Ms, p95Ms }: FigurePoint) {
  return { at, accepted, ended, p50Ms, p95Ms };
}

// What only an operator may release is not offered, and the page of all holds is for operators.
function shownFinding(finding: Finding, isOperatorsHold: boolean): Finding {
  const isOffered = ({ operationId }: Finding['actions'][number]) =>
    operationId !== adminReleaseInstallation.operationId &&
    (operationId !== adminReleaseTenant.operationId || !isOperatorsHold);
  return {
    ...finding,
    link: finding.kind === 'on_hold' ? '/' : finding.link,
    actions: finding.actions.filter(isOffered),
  };
}
