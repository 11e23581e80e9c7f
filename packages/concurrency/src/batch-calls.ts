/**
 * Combines the calls that many callers make in the same moment into one round trip. A lone call does not wait: a batch
 * leaves at the end of the current turn of the event loop. Only while enough batches are in flight do later calls
 * gather for the next one. A round trip that never settles fails its callers, and does not keep other calls from
 * leaving.
 */
import { DeadlineExceededError, withDeadline } from './deadline.js';

/** How large batches grow, how many are in flight at once, and how long they may take. */
export interface BatchBounds {
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** How long a round trip may take, and how long a call may wait for its own to start. */
  readonly timeoutMs: number;
}

const usualBounds: BatchBounds = { maxBatch: 256, maxInFlight: 2, timeoutMs: 30_000 };

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes a function of one ask from a function of many. `run` returns answers in the order of its asks. An `Error` in
 * place of an answer fails only that ask; a throw fails the whole batch. An ask whose round trip does not start within
 * `timeoutMs`, or does not end within that time once started, rejects with a {@link DeadlineExceededError}; a round
 * trip in flight may have taken effect nevertheless.
 */
export function batchCalls<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly (Answer | Error)[]>,
  bounds: Partial<BatchBounds> = {},
): (ask: Ask) => Promise<Answer> {
  const { maxBatch, maxInFlight, timeoutMs } = { ...usualBounds, ...bounds };
  let waiting: Waiting<Ask, Answer>[] = [];
  let inFlight = 0;
  let isScheduled = false;
  let isTimed = false;

  async function roundTrip(batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await withDeadline('a batched round trip', timeoutMs, run(batch.map(({ ask }) => ask)));
      batch.forEach((one, index) => {
        const answer = answers[index] as Answer | Error;
        if (answer instanceof Error) one.reject(answer);
        else one.resolve(answer);
      });
    } catch (error) {
      for (const one of batch) one.reject(error);
    } finally {
      inFlight -= 1;
      startRoundTrips();
    }
  }

  function startRoundTrips(): void {
    isScheduled = false;
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      inFlight += 1;
      void roundTrip(batch);
    }
    timeOutWaiting();
  }

  // One timer for all waiting calls, set for the one that has waited longest.
  function timeOutWaiting(): void {
    const [first] = waiting;
    if (isTimed || !first) return;
    isTimed = true;
    setTimeout(
      () => {
        isTimed = false;
        const tooLong = waiting.filter(({ since }) => performance.now() - since >= timeoutMs);
        waiting = waiting.slice(tooLong.length);
        const error = new DeadlineExceededError('the wait for a batched round trip', timeoutMs);
        for (const one of tooLong) one.reject(error);
        timeOutWaiting();
      },
      Math.max(1, timeoutMs - (performance.now() - first.since)),
    ).unref();
  }

  return (ask) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ ask, since: performance.now(), resolve, reject });
      if (isScheduled) return;
      if (inFlight >= maxInFlight) {
        timeOutWaiting();
        return;
      }
      isScheduled = true;
      setImmediate(startRoundTrips);
    });
}
