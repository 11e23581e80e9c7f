import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

it('a process reports how many of its database connections are in use, idle and waited for', async () => {
  const { stores } = world;
  let done = false;
  const asked = Promise.all(Array.from({ length: 500 }, () => stores.ping())).finally(() => (done = true));
  let [mostInUse, mostWaitedFor] = [0, 0];
  while (!done) {
    const { inUse, waitedFor } = stores.pool();
    [mostInUse, mostWaitedFor] = [Math.max(mostInUse, inUse), Math.max(mostWaitedFor, waitedFor)];
    await new Promise((resolve) => setImmediate(resolve));
  }
  await asked;
  const { size, inUse, idle, waitedFor } = stores.pool();
  expect(mostInUse).toBeGreaterThan(0);
  expect(mostInUse).toBeLessThanOrEqual(size);
  expect(mostWaitedFor).toBeGreaterThan(0);
  expect({ inUse, waitedFor }).toEqual({ inUse: 0, waitedFor: 0 });
  expect(idle).toBeGreaterThan(0);
  expect(idle).toBeLessThanOrEqual(size);
});
