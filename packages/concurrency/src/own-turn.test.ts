import { setTimeout as pause } from 'node:timers/promises';
import { ownTurn } from './own-turn.js';

function work(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}

/** How much work was done between two turns of a caller that waits for the event loop. */
async function doneAtOnce(leads: number, forMs: number): Promise<number[]> {
  let done = 0;
  const seen: number[] = [];
  const all = Promise.all(
    Array.from({ length: leads }, async () => {
      await ownTurn();
      work(forMs);
      done += 1;
    }),
  );
  for (let before = 0; done < leads; before = done) {
    await pause(0);
    seen.push(done - before);
  }
  await all;
  return seen;
}

it('ownTurn yields to the event loop after every two of many tasks that take 15 ms each', async () => {
  expect(Math.max(...(await doneAtOnce(12, 15)))).toBeLessThanOrEqual(4);
});

it('ownTurn runs many tasks that take no time in one turn', async () => {
  expect((await doneAtOnce(1_000, 0)).length).toBeLessThan(100);
});
