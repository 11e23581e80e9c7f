/** Counts the calls of the last half minute and decides when too many of them failed. */
import { CircuitState } from 'cockatiel';
import type { IBreaker } from 'cockatiel';

/** When failures are too many. */
export interface FailureThreshold {
  /** How far back calls count. */
  readonly windowMs: number;
  /** The fraction of failures, from 0 to 1, that opens the circuit. */
  readonly failureRate: number;
  /** With fewer calls the circuit stays closed. */
  readonly minimumCalls: number;
}

interface Slice {
  /** The number of this slice since the epoch. */
  number: number;
  successes: number;
  failures: number;
}

const slicesPerWindow = 30;

/**
 * A breaker for cockatiel that forgets by time. The library's own breakers count calls, so on a quiet endpoint an
 * hour-old failure would still count.
 */
export function recentFailures({ windowMs, failureRate, minimumCalls }: FailureThreshold): IBreaker {
  const sliceMs = windowMs / slicesPerWindow;
  let slices: Slice[] = [];

  const current = () => {
    const number = Math.floor(Date.now() / sliceMs);
    slices = slices.filter((slice) => slice.number > number - slicesPerWindow);
    const last = slices.at(-1);
    if (last?.number === number) return last;
    const slice = { number, successes: 0, failures: 0 };
    slices.push(slice);
    return slice;
  };

  return {
    get state() {
      return slices;
    },
    set state(value: unknown) {
      slices = value as Slice[];
    },
    success(circuit) {
      // After an outage, new successes are judged without the failures of the outage.
      if (circuit === CircuitState.HalfOpen) slices = [];
      current().successes += 1;
    },
    failure(circuit) {
      current().failures += 1;
      if (circuit === CircuitState.HalfOpen) return true;
      const failures = sum(slices, 'failures');
      const calls = failures + sum(slices, 'successes');
      return calls >= minimumCalls && failures >= calls * failureRate;
    },
  };
}

function sum(slices: readonly Slice[], what: 'successes' | 'failures'): number {
  return slices.reduce((total, slice) => total + slice[what], 0);
}
