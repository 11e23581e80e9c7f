/**
 * One circuit per endpoint: an endpoint that fails most of its calls is not called for a while, so that its callers
 * lose nothing but time. A call counts as failed if the endpoint does not work, not if it refuses what it was sent.
 */
import { CircuitState, circuitBreaker, handleAll } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { OutboundAnswer } from '../http/index.js';
import { recentFailures } from './recent-failures.js';

/** The state of a circuit; `half_open` means that the next call, or the one in flight, decides. */
export type CircuitStatus = 'closed' | 'open' | 'half_open';

/** The call was not made, because the circuit is open. */
export interface CircuitOpen {
  readonly kind: 'open';
  /** How long to wait before trying again. */
  readonly retryAfterMs: number;
}

/** The call was not made, because `prepare` answered false. */
export interface NotPrepared {
  readonly kind: 'not_prepared';
}

/** A call, and what has to happen before it if the circuit permits it. */
export interface CallSteps {
  readonly prepare: () => Promise<boolean>;
  readonly call: () => Promise<OutboundAnswer>;
}

/**
 * Identifies the circuit of one tenant's endpoint. Another tenant's endpoint with the same key has a circuit of its
 * own.
 */
export interface CircuitKey {
  readonly tenantId: string;
  /** Identifies the endpoint within the tenant. */
  readonly key: string;
  /** The endpoint's label in metrics; several endpoints may have the same. */
  readonly label: string;
}

/** The circuits of one process. */
export interface Circuits {
  /**
   * Makes the call and counts its outcome, or skips the call while the circuit is open. `prepare` runs before a call
   * that the circuit permits; if it answers false or throws, no call is made and nothing is counted. A circuit created
   * before the order `closedBy` was known is replaced by a new, closed one.
   */
  run(
    endpoint: CircuitKey,
    steps: CallSteps,
    closedBy?: string,
  ): Promise<OutboundAnswer | CircuitOpen | NotPrepared>;
  /** The state of a circuit; closed if it is unknown. */
  state(endpoint: Pick<CircuitKey, 'tenantId' | 'key'>): CircuitStatus;
  /** All known circuits, for metrics. */
  states(): (CircuitKey & { readonly state: CircuitStatus })[];
}

const openForMs = 30_000;
// The shortest and the longest time to wait while a trial call is in flight.
const trialWaitMs = { least: 1_000, most: 30_000 };
// A trial call that has not ended by then never will and proves nothing, so the circuit is replaced. Longer than any
// call may take.
const trialAtMostMs = 6 * 60_000;
const threshold = { windowMs: 30_000, failureRate: 0.7, minimumCalls: 10 };
const maxCircuitsPerTenant = 1_000;

interface Circuit {
  readonly label: string;
  readonly policy: CircuitBreakerPolicy;
  /** The order to close that was known when the circuit was created. */
  readonly closedBy: string | undefined;
  openedAt: number;
  /** When the trial in preparation or in flight began; undefined if there is none. */
  trialSince: number | undefined;
}

/** Starts with every circuit closed. Keeps the 1,000 most recently used circuits of each tenant. */
export function createCircuits(): Circuits {
  const tenants = new Map<string, LRUCache<string, Circuit>>();

  const latest = ({ tenantId, key, label }: CircuitKey, closedBy: string | undefined): Circuit => {
    const circuits = tenants.get(tenantId) ?? noCircuits();
    tenants.set(tenantId, circuits);
    const known = circuits.get(key);
    if (known && !trialIsLost(known) && !isClosedSince(known, closedBy)) return known;
    const circuit = newCircuit(label, closedBy);
    circuits.set(key, circuit);
    return circuit;
  };

  return {
    async run(endpoint, { prepare, call }, closedBy) {
      const circuit = latest(endpoint, closedBy);
      const state = stateOf(circuit);
      if (state === 'open') return { kind: 'open', retryAfterMs: circuit.openedAt + openForMs - Date.now() };
      // The library would make all calls wait for the trial to end and then start them at once.
      if (circuit.trialSince !== undefined)
        return { kind: 'open', retryAfterMs: waitForTrialMs(Date.now() - circuit.trialSince) };
      if (state === 'closed') {
        if (!(await prepare())) return { kind: 'not_prepared' };
        // The circuit may have opened meanwhile. A call that is prepared is made all the same, without being counted.
        return stateOf(circuit) === 'closed' ? circuit.policy.execute(call) : call();
      }
      circuit.trialSince = Date.now();
      try {
        return (await prepare()) ? await circuit.policy.execute(call) : { kind: 'not_prepared' };
      } finally {
        circuit.trialSince = undefined;
      }
    },
    state({ tenantId, key }) {
      const circuit = tenants.get(tenantId)?.peek(key);
      return circuit === undefined ? 'closed' : stateOf(circuit);
    },
    states: () =>
      [...tenants].flatMap(([tenantId, circuits]) =>
        [...circuits].toReversed().map(([key, circuit]) => ({
          tenantId,
          key,
          label: circuit.label,
          state: stateOf(circuit),
        })),
      ),
  };
}

function noCircuits(): LRUCache<string, Circuit> {
  // A bound by size, because `max` would allocate all its memory at once, for each of many tenants.
  return new LRUCache({ maxSize: maxCircuitsPerTenant, sizeCalculation: () => 1 });
}

function newCircuit(label: string, closedBy: string | undefined): Circuit {
  const failing = handleAll.orWhenResult((result) => endpointFailed(result as OutboundAnswer));
  const policy = circuitBreaker(failing, { halfOpenAfter: openForMs, breaker: recentFailures(threshold) });
  const circuit = { label, policy, closedBy, openedAt: 0, trialSince: undefined };
  policy.onBreak(() => (circuit.openedAt = Date.now()));
  return circuit;
}

function isClosedSince(circuit: Circuit, closedBy: string | undefined): boolean {
  return closedBy !== undefined && circuit.closedBy !== closedBy;
}

function trialIsLost({ trialSince }: Circuit): boolean {
  return trialSince !== undefined && Date.now() - trialSince > trialAtMostMs;
}

// A trial ends with its endpoint's timeout, which is not known here. Callers ask less often the longer it takes, because
// thousands of them may wait for it.
function waitForTrialMs(ageMs: number): number {
  return Math.min(Math.max(trialWaitMs.least, ageMs / 2), trialWaitMs.most);
}

function stateOf({ policy, openedAt }: Circuit): CircuitStatus {
  if (policy.state === CircuitState.Closed) return 'closed';
  const waits = policy.state === CircuitState.Open && Date.now() - openedAt < openForMs;
  return waits ? 'open' : 'half_open';
}

// A plain refusal (4xx) shows that the endpoint works. A request that could not be sent proves nothing about the
// endpoint.
function endpointFailed(answer: OutboundAnswer): boolean {
  if (answer.kind === 'failed') return answer.reason !== 'invalid_request' && answer.reason !== 'blocked';
  if (answer.isRefusal) return false;
  return answer.status === 408 || answer.status === 429 || answer.status >= 500;
}
