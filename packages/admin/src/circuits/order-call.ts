/** An order to call a receiver again. */
import { ApiError, type AdminEndpoint } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { KNOWN_EVERYWHERE_MS, type CircuitOrder, type StoredPerson } from '@sluice/store';
import { randomUUID } from 'node:crypto';
import type { Actor } from '../actor.js';
import { personOf, shownBy } from '../who-did.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

/** The call of the admin API for which workers are to call a receiver. */
interface OrderedCall {
  readonly actor: Actor;
  readonly endpoint: AdminEndpoint;
}

/** Orders that workers call the receiver, whoever opened its circuit; they do so within 3 s. */
export async function closeCircuitOf(
  { stores }: Deps,
  tenantId: string,
  receiver: string,
  who: StoredPerson,
): Promise<void> {
  await stores.forTenant(tenantId).circuitOrders.give(receiver, closedBy(who, now({ stores })));
}

/**
 * Ensures that workers call the receiver, and returns from when on: now, unless its circuit has opened because most calls
 * failed and is closed for it.
 * @throws ApiError INVALID_STATE if a person keeps the circuit open, even since a moment ago
 */
export async function orderCall(
  deps: Deps,
  tenantId: string,
  receiver: string,
  { actor, endpoint }: OrderedCall,
): Promise<Date> {
  const at = now(deps);
  const { circuitOrders, openCircuits } = deps.stores.forTenant(tenantId);
  const open = await openCircuits.open(at);
  if (!open.some(({ endpoint }) => endpoint === receiver)) return at;
  const kept = await circuitOrders.giveUnlessOpen(receiver, closedBy(personOf(actor, endpoint), at));
  if (!kept) return new Date(at.getTime() + KNOWN_EVERYWHERE_MS);
  throw new ApiError('INVALID_STATE', {
    message: `${shownBy(actor, kept)} keeps the circuit of ${receiver} open (${kept.reason ?? ''}): close it first.`,
  });
}

function closedBy(who: StoredPerson, at: Date): CircuitOrder {
  return { kind: 'closed', ...who, at, token: randomUUID() };
}
