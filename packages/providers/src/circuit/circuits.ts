/**
 * One circuit per endpoint: an endpoint that fails most of its calls is left alone for a while, so that it costs its
 * callers nothing but waiting. What counts is whether the endpoint works, not whether it likes what it was sent.
 */
import { CircuitState, circuitBreaker, handleAll } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import type { OutboundAnswer } from '../http/index.js';
import { recentFailures } from './recent-failures.js';

/** Where a circuit stands; `half_open` means that the next call, or the one in flight, decides. */
export type CircuitStanding = 'closed' | 'open' | 'half_open';

/** The call was not made, because the endpoint is being left alone. */
export interface CircuitOpen {
  readonly kind: 'open';
  /** How long to wait before it is worth asking again. */
  readonly retryAfterMs: number;
}

/** The circuits of one process. */
export interface Circuits {
  /** Makes the call and counts how it ended, or does not make it while the circuit is open. */
  run(key: string, call: () => Promise<OutboundAnswer>): Promise<OutboundAnswer | CircuitOpen>;
  /** Where a circuit stands; closed when nothing is known of it. */
  state(key: string): CircuitStanding;
  /** All circuits that are known, for metrics. */
  states(): { readonly key: string; readonly state: CircuitStanding }[];
}

const openForMs = 30_000;
// A trial is under way; it ends with the endpoint's timeout, which is not known here.
const trialWaitMs = 1_000;
// A trial that has not ended by then never will, and says nothing: it is made anew. Longer than any call may take.
const trialAtMostMs = 6 * 60_000;
const threshold = { windowMs: 30_000, failureShare: 0.7, minimumCalls: 10 };
const maxCircuits = 10_000;

interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  openedAt: number;
  trialSince: number;
}

/** Starts with every circuit closed. Remembers the 10,000 that were used last. */
export function createCircuits(): Circuits {
  const circuits = new Map<string, Circuit>();

  const latest = (key: string): Circuit => {
    const known = circuits.get(key);
    const circuit = known === undefined || trialIsLost(known) ? newCircuit() : known;
    // The map's order is the order of last use.
    circuits.delete(key);
    circuits.set(key, circuit);
    const [oldest] = circuits.keys();
    if (circuits.size > maxCircuits && oldest !== undefined) circuits.delete(oldest);
    return circuit;
  };

  return {
    async run(key, call) {
      const circuit = latest(key);
      const state = standing(circuit);
      if (state === 'open') return { kind: 'open', retryAfterMs: circuit.openedAt + openForMs - Date.now() };
      // The library would let everybody wait for the trial's end and then all go at once.
      if (circuit.policy.state === CircuitState.HalfOpen) return { kind: 'open', retryAfterMs: trialWaitMs };
      if (state === 'half_open') circuit.trialSince = Date.now();
      return circuit.policy.execute(call);
    },
    state(key) {
      const circuit = circuits.get(key);
      return circuit === undefined ? 'closed' : standing(circuit);
    },
    states: () => [...circuits].map(([key, circuit]) => ({ key, state: standing(circuit) })),
  };
}

function newCircuit(): Circuit {
  const failing = handleAll.orWhenResult((result) => endpointFailed(result as OutboundAnswer));
  const policy = circuitBreaker(failing, { halfOpenAfter: openForMs, breaker: recentFailures(threshold) });
  const circuit = { policy, openedAt: 0, trialSince: 0 };
  policy.onBreak(() => (circuit.openedAt = Date.now()));
  return circuit;
}

function trialIsLost({ policy, trialSince }: Circuit): boolean {
  return policy.state === CircuitState.HalfOpen && Date.now() - trialSince > trialAtMostMs;
}

function standing({ policy, openedAt }: Circuit): CircuitStanding {
  if (policy.state === CircuitState.Closed) return 'closed';
  const waits = policy.state === CircuitState.Open && Date.now() - openedAt < openForMs;
  return waits ? 'open' : 'half_open';
}

// A plain refusal (4xx) shows that the endpoint works. A request that could not be sent says nothing about it.
function endpointFailed(answer: OutboundAnswer): boolean {
  if (answer.kind === 'failed') return answer.reason !== 'invalid_request' && answer.reason !== 'blocked';
  return answer.status === 408 || answer.status === 429 || answer.status >= 500;
}
