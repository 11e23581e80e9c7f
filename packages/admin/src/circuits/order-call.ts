/** An order to call a receiver again. */
import { ApiError } from '@sluice/contracts';
import { now, type StoresFor } from '@sluice/pipeline';
import { KNOWN_EVERYWHERE_MS } from '@sluice/store';
import { randomUUID } from 'node:crypto';

type Deps = StoresFor<'clock' | 'forTenant'>;

/** Orders that workers call the receiver, whoever opened its circuit; they do so within 3 s. */
export async function closeCircuitOf(
  { stores }: Deps,
  tenantId: string,
  receiver: string,
  by: string,
): Promise<void> {
  const order = { kind: 'closed', by, at: now({ stores }), token: randomUUID() } as const;
  await stores.forTenant(tenantId).circuitOrders.give(receiver, order);
}

/**
 * Ensures that workers call the receiver, and returns from when on: now, unless its circuit has opened because most calls
 * failed and is closed for it.
 * @throws ApiError INVALID_STATE if a person keeps the circuit open
 */
export async function orderCall(deps: Deps, tenantId: string, receiver: string, by: string): Promise<Date> {
  const at = now(deps);
  const open = await deps.stores.forTenant(tenantId).openCircuits.open(at);
  const found = open.find(({ endpoint }) => endpoint === receiver);
  if (!found) return at;
  if (found.order) {
    const { by: whose, reason = '' } = found.order;
    throw new ApiError('INVALID_STATE', {
      message: `${whose} keeps the circuit of ${receiver} open (${reason}): close it first.`,
    });
  }
  await closeCircuitOf(deps, tenantId, receiver, by);
  return new Date(at.getTime() + KNOWN_EVERYWHERE_MS);
}
