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
  type WaitingDelivery,
} from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';
import pMap from 'p-map';
import { knownReceivers } from '../buyers/buyer-names.js';
import { orderCall } from '../circuits/order-call.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = Pick<Core, 'producer' | 'log'> &
  StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'sweepTiming' | 'tenants'>;

/** How many leads that wait for a buyer one call retries, about, and for how long; how many of them side by side. */
const MOST = 5_000;
const FOR_MS = 40_000;
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
    const at = await readyAt(core, tenantId, state, actor.name);
    await retryAt(core, state, at);
    return { leadId, submissionId, attempt: (state.last?.n ?? 0) + 1, at: at.toISOString() };
  },
);

const retryBuyer = defineAdminRoute(
  adminRetryBuyer,
  async ({ params: { tenantId, receiver }, actor, note, request }, core: Deps) => {
    await tenantOf(core.stores, tenantId);
    const of = core.stores.forTenant(tenantId);
    const known = (await knownReceivers(of)).get(receiver);
    if (!known)
      throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no receiver ${receiver}` });
    await refuseOnHold(core, tenantId);
    const at = await orderCall(core, tenantId, receiver, actor.name);
    const until = performance.now() + FOR_MS;
    const isOver = () => request.signal.aborted || performance.now() > until;
    let [retried, underWay, more] = [0, 0, false];
    for await (const names of namesAt(of, known.campaignIds)) {
      more = retried >= MOST || isOver();
      if (more) break;
      const states = await pMap(names, (name) => retryThere(core, of, { name, receiver, at }), {
        concurrency: AT_ONCE,
      });
      retried += states.filter((one) => one === 'retried').length;
      underWay += states.filter((one) => one === 'under_way').length;
    }
    note({ retried: String(retried) });
    return { retried, underWay, more };
  },
);

// In parts of all campaigns, so that none of them waits for the whole of another.
async function* namesAt(of: Pick<TenantStores, 'counts'>, campaignIds: readonly string[]) {
  for (const campaignId of campaignIds)
    for await (const names of of.counts.openNames(countName({ campaignId }))) yield names;
}

// One with an address of its own waits for that, and one whose campaign has another buyer by now for that one.
async function retryThere(
  core: Deps,
  of: TenantStores,
  { name, receiver, at }: { readonly name: string; readonly receiver: string; readonly at: Date },
): Promise<'retried' | 'under_way' | 'other'> {
  const state = await deliveryState(core, of.tenantId, slotFromName(name).submissionId);
  if (state.kind !== 'waits') return state.kind === 'under_way' ? 'under_way' : 'other';
  const { deliveryInfo } = state.submission;
  const destination = await destinationFor(of, state.routed, { deliveryInfo, read: 'cached' });
  if (destination.kind === 'none' || destination.label !== receiver) return 'other';
  await retryAt(core, state, at);
  return 'retried';
}

// When workers call the receiver of this delivery. An address that only this lead has shares its circuit with no other.
async function readyAt(
  core: Deps,
  tenantId: string,
  { submission: { deliveryInfo }, routed }: WaitingDelivery,
  by: string,
): Promise<Date> {
  if (deliveryInfo) return now(core);
  const destination = await destinationFor(core.stores.forTenant(tenantId), routed, { read: 'find' });
  return destination.kind === 'none' ? now(core) : orderCall(core, tenantId, destination.label, by);
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
