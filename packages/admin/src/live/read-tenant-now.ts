/** The present state of one tenant, as its own people are shown it: nothing of another tenant or of the installation. */
import { cachedFor } from '@sluice/concurrency';
import { adminReleaseTenant, type Finding, type FigurePoint, type TenantNow } from '@sluice/contracts';
import type { ReportsFor } from '@sluice/pipeline';
import { findingsOf } from '@sluice/reports';
import { MOST_COUNTED, observe, observedOf, readsOfStores } from './observe.js';
import { cachedReads, LOOK_EVERY_MS, readMinutes, WITHIN_MS, type NowDeps } from './read-now.js';

/** What an observation of a tenant reads. */
export interface TenantNowDeps extends NowDeps {
  readonly reports: NowDeps['reports'] & ReportsFor<'forTenant'>['reports'];
}

/** Makes the function that observes the tenant; it never rejects: a part that cannot be read is absent. */
export function createTenantNowReader(deps: TenantNowDeps, tenantId: string): () => Promise<TenantNow> {
  const { stores, reports, redis } = deps;
  const { held, buyers, holds, unreadBuyers, unreadRules, overspent, receiversOff, failingPostbacks } =
    readsOfStores({ stores, redis, tenantId });
  const reads = cachedReads({
    ...{ held, buyers, holds, unreadBuyers, unreadRules, overspent, receiversOff, failingPostbacks },
    attention: () => reports.forTenant(tenantId).awaitingOperator(MOST_COUNTED),
    minutes: () => readMinutes({ stores, reports }, tenantId),
    onHold: () => stores.workOnHold.waiting(MOST_COUNTED, tenantId),
  });
  return cachedFor(LOOK_EVERY_MS, async () => {
    const {
      seen: { minutes, attention, onHold, ...parts },
    } = await observe(reads, WITHIN_MS);
    const seen = observedOf(parts);
    const at = stores.clock.now();
    const found = findingsOf({ ...seen, at, away: [], needingAttention: attention?.needingAttention });
    const isOperators = seen.holds?.some(({ byMember }) => !byMember) ?? false;
    return {
      at: at.toISOString(),
      findings: found.map((finding) => shownFinding({ ...finding, tenantId }, isOperators)),
      buyers: seen.buyers && [...seen.buyers],
      held: seen.held && [...seen.held],
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
    operationId !== adminReleaseTenant.operationId || !isOperatorsHold;
  return {
    ...finding,
    link: finding.kind === 'on_hold' ? '/' : finding.link,
    actions: finding.actions.filter(isOffered),
  };
}
