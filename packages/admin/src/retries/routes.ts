/** Retrying deliveries at once: of one lead, or of all leads that wait for a buyer. */
import { adminRetryBuyer, adminRetryLead, ApiError, countName, slotFromName } from '@sluice/contracts';
import {
  deliveryState,
  destinationFor,
  enqueueRetries,
  leadOf,
  now,
  planRetry,
  type Core,
  type PlannedRetry,
  type StoresFor,
  type WaitingDelivery,
} from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';
import pMap from 'p-map';
import type { Actor } from '../actor.js';
import { knownReceivers } from '../buyers/buyer-names.js';
import { orderCall } from '../circuits/order-call.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = Pick<Core, 'producer' | 'log'> &
  StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'sweepTiming' | 'tenants'>;

/** How long one call retries leads that wait for a buyer, and how many of them side by side. */
const FOR_MS = 40_000;
const AT_ONCE = 50;

const retryLead = defineAdminRoute(
  adminRetryLead,
  async ({ params: { tenantId, leadId }, actor }, core: Deps) => {
    const of = core.stores.forTenant(tenantId);
    const { lastSubmissionId: submissionId } = await leadOf(of, leadId);
    await refuseOnHold(core, tenantId);
    const state = await deliveryState(core, tenantId, submissionId);
    if (state.kind === 'under_way')
      throw refused(`An attempt is being made already, until ${state.until.toISOString()} at most.`);
    if (state.kind === 'not_waiting') throw refused('The lead does not wait for an attempt to deliver it.');
    const at = await readyAt(core, tenantId, state, actor);
    await enqueueRetries(core, [await planRetry(core, state, at)], at);
    return { leadId, submissionId, attempt: (state.last?.n ?? 0) + 1, at: at.toISOString() };
  },
);

const retryBuyer = defineAdminRoute(
  adminRetryBuyer,
  async ({ params: { tenantId, receiver }, actor, note, request }, core: Deps) => {
    const of = core.stores.forTenant(tenantId);
    const known = (await knownReceivers(of)).get(receiver);
    if (!known)
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no receiver ${receiver}` });
    await refuseOnHold(core, tenantId);
    const at = await orderCall(core, tenantId, receiver, { actor, endpoint: adminRetryBuyer });
    const until = performance.now() + FOR_MS;
    let [retried, underWay, more] = [0, 0, false];
    const planOne = async (name: string): Promise<readonly PlannedRetry[]> => {
      more ||= request.signal.aborted || performance.now() > until;
      const became = more ? 'other' : await planThere(core, of, { name, receiver, at });
      if (became === 'under_way') underWay += 1;
      return typeof became === 'string' ? [] : [became];
    };
    // No campaign has many more on their way than its bound.
    for (const campaignId of known.campaignIds)
      for await (const names of of.counts.openNames(countName({ campaignId }))) {
        const planned = (await pMap(names, planOne, { concurrency: AT_ONCE })).flat();
        await enqueueRetries(core, planned, at);
        retried += planned.length;
      }
    note({ retried: String(retried) });
    return { retried, underWay, more };
  },
);

// One with an address of its own waits for that, and one whose campaign has another buyer by now for that one.
async function planThere(
  core: Deps,
  of: TenantStores,
  { name, receiver, at }: { readonly name: string; readonly receiver: string; readonly at: Date },
): Promise<PlannedRetry | 'under_way' | 'other'> {
  const state = await deliveryState(core, of.tenantId, slotFromName(name).submissionId);
  if (state.kind !== 'waits') return state.kind === 'under_way' ? 'under_way' : 'other';
  const { deliveryInfo } = state.submission;
  const destination = await destinationFor(of, state.routed, { deliveryInfo, read: 'cached' });
  if (destination.kind === 'none' || destination.label !== receiver) return 'other';
  return planRetry(core, state, at);
}

// When workers call the receiver of this delivery. An address that only this lead has shares its circuit with no other.
async function readyAt(
  core: Deps,
  tenantId: string,
  { submission: { deliveryInfo }, routed }: WaitingDelivery,
  actor: Actor,
): Promise<Date> {
  if (deliveryInfo) return now(core);
  const destination = await destinationFor(core.stores.forTenant(tenantId), routed, { read: 'find' });
  if (destination.kind === 'none') return now(core);
  return orderCall(core, tenantId, destination.label, { actor, endpoint: adminRetryLead });
}

async function refuseOnHold({ stores }: StoresFor<'activeHolds'>, tenantId: string): Promise<void> {
  const { installation, tenants } = await stores.activeHolds.read();
  if (installation || tenants.has(tenantId))
    throw refused('Calls outside are on hold: release the hold first.');
}

function refused(message: string): ApiError {
  return new ApiError('INVALID_STATE', { message });
}

export const retryRoutes: readonly AdminRoute<AdminDeps>[] = [retryLead, retryBuyer];
