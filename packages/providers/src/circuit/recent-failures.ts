/** Counts the calls of the last half minute and says when too many of them failed. */
import { CircuitState } from 'cockatiel';
import type { IBreaker } from 'cockatiel';

/** How bad is too bad. */
export interface FailureThreshold {
  /** How far back calls count. */
  readonly windowMs: number;
  /** The fraction of failures, 0 to 1, from which on it is too bad. */
  readonly failureRate: number;
  /** Below this many calls nothing is concluded. */
  readonly minimumCalls: number;
}

interface Slice {
  /** Which slice of all time this is. */
  number: number;
  successes: number;
  failures: number;
}

const slicesPerWindow = 30;

/**
 * A breaker for cockatiel that forgets by the clock. The library's own forgets by the number of calls: on a quiet
 * endpoint, failures of an hour ago would still count.
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
      // After an outage the successes that follow are judged without the failures of the outage.
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
