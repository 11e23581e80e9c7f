/** An order to call a receiver again. */
import { ApiError } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { KNOWN_EVERYWHERE_MS, type CircuitOrder } from '@sluice/store';
import { randomUUID } from 'node:crypto';

type Deps = StoresFor<'clock' | 'forTenant'>;

/** Orders that workers call the receiver, whoever opened its circuit; they do so within 3 s. */
export async function closeCircuitOf(
  { stores }: Deps,
  tenantId: string,
  receiver: string,
  by: string,
): Promise<void> {
  await stores.forTenant(tenantId).circuitOrders.give(receiver, closedBy(by, now({ stores })));
}

/**
 * Ensures that workers call the receiver, and returns from when on: now, unless its circuit has opened because most calls
 * failed and is closed for it.
 * @throws ApiError INVALID_STATE if a person keeps the circuit open, even since a moment ago
 */
export async function orderCall(deps: Deps, tenantId: string, receiver: string, by: string): Promise<Date> {
  const at = now(deps);
  const { circuitOrders, openCircuits } = deps.stores.forTenant(tenantId);
  const open = await openCircuits.open(at);
  if (!open.some(({ endpoint }) => endpoint === receiver)) return at;
  const kept = await circuitOrders.giveUnlessOpen(receiver, closedBy(by, at));
  if (!kept) return new Date(at.getTime() + KNOWN_EVERYWHERE_MS);
  const { by: whose, reason = '' } = kept;
  throw new ApiError('INVALID_STATE', {
    message: `${whose} keeps the circuit of ${receiver} open (${reason}): close it first.`,
  });
}

function closedBy(by: string, at: Date): CircuitOrder {
  return { kind: 'closed', by, at, token: randomUUID() };
}
