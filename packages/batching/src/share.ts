/**
 * Combines what many callers ask for in the same moment into one round trip.
 * A lone caller does not wait: a batch leaves at the end of the current turn of the event loop,
 * and only while enough batches are already under way do later asks gather for the next one.
 */

/** How large batches grow and how many travel at once. */
export interface SharingBounds {
  readonly maxBatch: number;
  readonly maxInFlight: number;
}

const usualBounds: SharingBounds = { maxBatch: 256, maxInFlight: 2 };

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes a function of one ask from a function of many. `run` answers in the order of its asks; an `Error` in
 * place of an answer fails that ask alone, a throw fails the whole batch.
 */
export function share<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly (Answer | Error)[]>,
  bounds: Partial<SharingBounds> = {},
): (ask: Ask) => Promise<Answer> {
  const { maxBatch, maxInFlight } = { ...usualBounds, ...bounds };
  let waiting: Waiting<Ask, Answer>[] = [];
  let inFlight = 0;
  let leaving = false;

  async function travel(batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ ask }) => ask));
      batch.forEach((one, index) => {
        const answer = answers[index] as Answer | Error;
        if (answer instanceof Error) one.reject(answer);
        else one.resolve(answer);
      });
    } catch (error) {
      for (const one of batch) one.reject(error);
    } finally {
      inFlight -= 1;
      leave();
    }
  }

  function leave(): void {
    leaving = false;
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      inFlight += 1;
      void travel(batch);
    }
  }

  return (ask) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (leaving || inFlight >= maxInFlight) return;
      leaving = true;
      setImmediate(leave);
    });
}
