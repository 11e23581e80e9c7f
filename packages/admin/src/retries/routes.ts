/** Retrying deliveries at once: of one lead, or of all leads that wait for a buyer. */
import { adminRetryBuyer, adminRetryLead, ApiError, countName, slotFromName } from '@sluice/contracts';
import {
  deliveryState,
  destinationFor,
  leadOf,
  now,
  retryAt,
  type Core,
  type StoresFor,
} from '@sluice/pipeline';
import pMap from 'p-map';
import { knownReceivers } from '../buyers/buyer-names.js';
import { orderCall } from '../circuits/order-call.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = Pick<Core, 'producer' | 'log'> &
  StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'sweepTiming' | 'tenants'>;

/** How many leads that wait for a buyer one call looks at, and how many of them side by side. */
const MOST = 5_000;
const AT_ONCE = 50;

const retryLead = defineAdminRoute(
  adminRetryLead,
  async ({ params: { tenantId, leadId }, actor }, core: Deps) => {
    const of = core.stores.forTenant(tenantId);
    const { lastSubmissionId: submissionId = '' } = await leadOf(of, leadId);
    await refuseOnHold(core, tenantId);
    const state = await deliveryState(core, tenantId, submissionId);
    if (state.kind === 'under_way')
      throw refused(`An attempt is being made already, until ${state.until.toISOString()} at most.`);
    if (state.kind === 'not_waiting') throw refused('The lead does not wait for an attempt to deliver it.');
    const { deliveryInfo } = state.submission;
    const destination = await destinationFor(of, state.routed, { deliveryInfo, read: 'find' });
    const at =
      destination.kind === 'none'
        ? now(core)
        : await orderCall(core, tenantId, destination.label, actor.name);
    await retryAt(core, state, at);
    return { leadId, submissionId, attempt: (state.last?.n ?? 0) + 1, at: at.toISOString() };
  },
);

const retryBuyer = defineAdminRoute(
  adminRetryBuyer,
  async ({ params: { tenantId, receiver }, actor, note }, core: Deps) => {
    await tenantOf(core.stores, tenantId);
    const of = core.stores.forTenant(tenantId);
    const known = (await knownReceivers(of)).get(receiver);
    if (!known)
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no receiver ${receiver}` });
    await refuseOnHold(core, tenantId);
    const counts = known.campaignIds.map((campaignId) => countName({ campaignId }));
    const names = (await Promise.all(counts.map((count) => of.counts.openNames(count)))).flat();
    const at = await orderCall(core, tenantId, receiver, actor.name);
    const states = await pMap(
      names.slice(0, MOST),
      async (name) => {
        const state = await deliveryState(core, tenantId, slotFromName(name).submissionId);
        // One with an address of its own waits for that.
        if (state.kind !== 'waits' || state.submission.deliveryInfo)
          return state.kind === 'under_way' ? 'under_way' : 'other';
        await retryAt(core, state, at);
        return 'retried';
      },
      { concurrency: AT_ONCE },
    );
    const count = (kind: string) => states.filter((one) => one === kind).length;
    const retried = count('retried');
    note({ retried: String(retried) });
    return { retried, underWay: count('under_way'), more: names.length > MOST };
  },
);

async function refuseOnHold({ stores }: StoresFor<'activeHolds'>, tenantId: string): Promise<void> {
  const { installation, tenants } = await stores.activeHolds.read();
  if (installation || tenants.has(tenantId))
    throw refused('Calls outside are on hold: release the hold first.');
}

function refused(message: string): ApiError {
  return new ApiError('INVALID_STATE', { message });
}

export const retryRoutes: readonly AdminRoute<AdminDeps>[] = [retryLead, retryBuyer];
