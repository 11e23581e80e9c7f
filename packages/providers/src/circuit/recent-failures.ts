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

interface Bucket {
  /** The number of this bucket since the epoch. */
  number: number;
  successes: number;
  failures: number;
}

const bucketsPerWindow = 30;

/**
 * A breaker for cockatiel that forgets by time. The library's own breakers count calls, so on a quiet endpoint an
 * hour-old failure would still count.
 */
export function recentFailures({ windowMs, failureRate, minimumCalls }: FailureThreshold): IBreaker {
  const bucketMs = windowMs / bucketsPerWindow;
  let buckets: Bucket[] = [];

  const current = () => {
    const number = Math.floor(Date.now() / bucketMs);
    buckets = buckets.filter((bucket) => bucket.number > number - bucketsPerWindow);
    const last = buckets.at(-1);
    if (last?.number === number) return last;
    const bucket = { number, successes: 0, failures: 0 };
    buckets.push(bucket);
    return bucket;
  };

  return {
    get state() {
      return buckets;
    },
    set state(value: unknown) {
      buckets = value as Bucket[];
    },
    success(circuit) {
      // After an outage, new successes are judged without the failures of the outage.
      if (circuit === CircuitState.HalfOpen) buckets = [];
      current().successes += 1;
    },
    failure(circuit) {
      current().failures += 1;
      if (circuit === CircuitState.HalfOpen) return true;
      const failures = sum(buckets, 'failures');
      const calls = failures + sum(buckets, 'successes');
      return calls >= minimumCalls && failures >= calls * failureRate;
    },
  };
}

function sum(buckets: readonly Bucket[], what: 'successes' | 'failures'): number {
  return buckets.reduce((total, bucket) => total + bucket[what], 0);
}
