/**
 * Circuits: the receivers that workers do not call, because their circuit opened by itself or by a person's order.
 */
import { adminCloseCircuit, adminListCircuits, adminOpenCircuit, ApiError } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import type { OpenCircuit } from '@sluice/store';
import { randomUUID } from 'node:crypto';
import { knownReceivers } from '../buyers/buyer-names.js';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { closeCircuitOf } from './order-call.js';
import { personOf, shownBy } from '../who-did.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'receivers' | 'tenants'>;

const listCircuits = defineAdminRoute(
  adminListCircuits,
  async ({ params: { tenantId }, actor }, { stores }: Deps) => {
    const open = await stores.forTenant(tenantId).openCircuits.open(now({ stores }));
    return { circuits: open.map((one) => shown(actor, one)) };
  },
);

const openCircuit = defineAdminRoute(
  adminOpenCircuit,
  async ({ params: { tenantId, receiver }, body: { reason, until }, actor }, { stores }: Deps) => {
    await receiverOf(stores, tenantId, receiver);
    const at = now({ stores });
    if (until !== undefined && new Date(until) <= at)
      throw new ApiError('VALIDATION_ERROR', { details: ['until: must be in the future'] });
    const ends = until === undefined ? {} : { until: new Date(until) };
    const who = personOf(actor, adminOpenCircuit);
    const order = { kind: 'open', ...who, reason, at, token: randomUUID(), ...ends } as const;
    await stores.forTenant(tenantId).circuitOrders.give(receiver, order);
    return { circuit: shown(actor, { endpoint: receiver, since: at, order, ...ends }) };
  },
  ({ body: { reason, until = '' } }) => ({ reason, until }),
);

const closeCircuit = defineAdminRoute(
  adminCloseCircuit,
  async ({ params: { tenantId, receiver }, actor }, { stores }: Deps) => {
    await receiverOf(stores, tenantId, receiver);
    await closeCircuitOf({ stores }, tenantId, receiver, personOf(actor, adminCloseCircuit));
    return { closed: true as const };
  },
);

function shown(actor: Actor, { endpoint, since, until, order }: OpenCircuit) {
  return {
    endpoint,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    byHand: order ? { by: shownBy(actor, order), reason: order.reason ?? '' } : null,
  };
}

// A receiver that is no longer configured may still get leads that were routed before.
async function receiverOf(stores: Deps['stores'], tenantId: string, receiver: string): Promise<void> {
  if ((await knownReceivers(stores.forTenant(tenantId))).has(receiver)) return;
  if (await stores.receivers.find(tenantId, receiver)) return;
  throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no receiver ${receiver}` });
}

export const circuitRoutes: readonly AdminRoute<AdminDeps>[] = [listCircuits, openCircuit, closeCircuit];
