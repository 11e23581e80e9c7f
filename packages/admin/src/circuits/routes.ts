/**
 * Circuits: the receivers that workers do not call, because their circuit opened by itself or by an operator's order.
 */
import { adminCloseCircuit, adminListCircuits, adminOpenCircuit, ApiError } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { isOrderedOpen, type CircuitOrder } from '@sluice/store';
import { randomUUID } from 'node:crypto';
import { knownReceivers } from '../buyers/buyer-names.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'receivers' | 'tenants'>;

const listCircuits = defineAdminRoute(
  adminListCircuits,
  async ({ params: { tenantId } }, { stores }: Deps) => {
    await tenantOf(stores, tenantId);
    const of = stores.forTenant(tenantId);
    const at = now({ stores });
    const [byThemselves, orders] = await Promise.all([of.openCircuits.open(at), of.circuitOrders.all()]);
    const byHand = [...orders.values()].filter((order) => isOrderedOpen(order, at));
    const ordered = new Set(byHand.map(({ receiver }) => receiver));
    return {
      circuits: [
        ...byHand.map(circuitByHand),
        ...byThemselves
          .filter(({ endpoint }) => !ordered.has(endpoint))
          .map(({ endpoint, since, until }) => ({
            endpoint,
            since: since.toISOString(),
            until: until.toISOString(),
            byHand: null,
          })),
      ],
    };
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
    const given = { by: actor.name, reason, at, token: randomUUID(), ...ends };
    await stores.forTenant(tenantId).circuitOrders.give(receiver, { kind: 'open', ...given });
    const period = { since: at, by: actor.name, reason, ...ends };
    await stores.receivers.beginByHand(tenantId, receiver, period);
    return { circuit: circuitByHand({ receiver, kind: 'open', ...given }) };
  },
  ({ body: { reason, until = '' } }) => ({ reason, until }),
);

const closeCircuit = defineAdminRoute(
  adminCloseCircuit,
  async ({ params: { tenantId, receiver }, actor }, { stores }: Deps) => {
    await receiverOf(stores, tenantId, receiver);
    const of = stores.forTenant(tenantId);
    const at = now({ stores });
    await of.circuitOrders.give(receiver, { kind: 'closed', by: actor.name, at, token: randomUUID() });
    await Promise.all([
      of.openCircuits.forget(receiver),
      stores.receivers.endCircuit(tenantId, receiver, at),
    ]);
    return { closed: true as const };
  },
);

function circuitByHand({ receiver, at, until, by, reason = '' }: CircuitOrder) {
  return {
    endpoint: receiver,
    since: at.toISOString(),
    until: until?.toISOString() ?? null,
    byHand: { by, reason },
  };
}

// A receiver that is no longer configured may still get leads that were routed before.
async function receiverOf(stores: Deps['stores'], tenantId: string, receiver: string): Promise<void> {
  await tenantOf(stores, tenantId);
  const of = stores.forTenant(tenantId);
  if ((await knownReceivers(of)).has(receiver) || (await of.circuitOrders.all()).has(receiver)) return;
  if (await stores.receivers.find(tenantId, receiver)) return;
  throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no receiver ${receiver}` });
}

export const circuitRoutes: readonly AdminRoute<AdminDeps>[] = [listCircuits, openCircuit, closeCircuit];
