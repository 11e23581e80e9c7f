/**
 * A call inside the circuit of its receiver, which also obeys an operator's order to leave the receiver alone. What opens
 * a circuit is counted by `packages/providers`.
 */
import { closingToken, isOrderedOpen, type CircuitOrder, type TenantStores } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/** A call, and what has to happen before it if the circuit permits it. */
interface CallSteps<Answer> {
  readonly prepare: () => Promise<boolean>;
  readonly call: () => Promise<Answer>;
}

type Uncalled = { readonly kind: 'open'; readonly retryAfterMs: number } | { readonly kind: 'not_prepared' };

/** The circuit of a receiver, among those of this process. */
export interface CallCircuit<Answer> {
  readonly circuits: {
    run(endpoint: Endpoint, steps: CallSteps<Answer>, closedBy?: string): Promise<Answer | Uncalled>;
  };
  readonly endpoint: Endpoint;
  readonly stores: Pick<TenantStores, 'circuitOrders' | 'openCircuits'>;
}

interface Endpoint {
  readonly tenantId: string;
  readonly key: string;
  readonly label: string;
}

/** How long it takes until somebody checks again whether an operator still keeps a receiver's circuit open. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Prepares and makes the call; undefined if `prepare` answers false. While the circuit is open neither happens, so that it
 * costs no claim.
 */
export async function throughCircuit<Answer>(
  core: StoresFor<'clock'>,
  { circuits, endpoint, stores }: CallCircuit<Answer>,
  steps: CallSteps<Answer>,
): Promise<{ readonly answer: Answer } | { readonly until: Date } | undefined> {
  const { label } = endpoint;
  const order = await stores.circuitOrders.cached(label);
  if (isOrderedOpen(order, now(core))) return { until: nextLook(order, now(core)) };
  // A circuit carries out an order to close only once, and recognises it by its token. An order to open is checked before
  // every call and needs none.
  const answer = await circuits.run(endpoint, steps, closingToken(order));
  if (!isUncalled(answer)) return { answer };
  if (answer.kind === 'not_prepared') return undefined;
  const until = new Date(now(core).getTime() + answer.retryAfterMs);
  // Routing passes over who is known not to answer, and the dashboard shows it; a failed write is made up by the next.
  void stores.openCircuits.note(label, until, now(core), order).catch(() => undefined);
  return { until };
}

function isUncalled<Answer>(outcome: Answer | Uncalled): outcome is Uncalled {
  const { kind } = outcome as { readonly kind?: unknown };
  return kind === 'open' || kind === 'not_prepared';
}

// The order is checked again before its announced end, because an operator may close the circuit earlier.
function nextLook({ until }: CircuitOrder, at: Date): Date {
  const look = new Date(at.getTime() + LOOK_AGAIN_MS);
  return until && until < look ? until : look;
}
