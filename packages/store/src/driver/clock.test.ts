import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseClock } from './clock.js';

/** A database whose clock is ahead of the local one, and which takes time before and after reading it. */
function aDatabase(state: { aheadMs: number; beforeMs: number; afterMs: number; asked: number }) {
  const command = async () => {
    state.asked += 1;
    await pause(state.beforeMs);
    const localTime = new Date(Date.now() + state.aheadMs);
    await pause(state.afterMs);
    return { localTime };
  };
  return { admin: () => ({ command }) } as unknown as ConstructorParameters<typeof DatabaseClock>[0];
}

const ahead = (clock: DatabaseClock) => clock.now().getTime() - Date.now();

/**
 * Measures, and returns how far off the clock may be: the duration of the call, plus a margin for reading two clocks.
 */
async function measured(clock: DatabaseClock, force = false): Promise<number> {
  const askedAt = performance.now();
  await clock.measure(force);
  return performance.now() - askedAt + 100;
}

it('the database clock gives the time of a database whose clock differs from the local one', async () => {
  const clock = new DatabaseClock(aDatabase({ aheadMs: 60_000, beforeMs: 0, afterMs: 0, asked: 0 }));
  const offBy = await measured(clock);
  expect(Math.abs(ahead(clock) - 60_000)).toBeLessThan(offBy);
});

it('the database clock keeps a good measurement when a later one is slow', async () => {
  const state = { aheadMs: 60_000, beforeMs: 0, afterMs: 0, asked: 0 };
  const clock = new DatabaseClock(aDatabase(state));
  const offBy = await measured(clock);
  state.beforeMs = 700;
  await clock.measure(true);
  expect(Math.abs(ahead(clock) - 60_000)).toBeLessThan(offBy);
});

it('the database clock measures again at startup when the first measurement is slow', async () => {
  const state = { aheadMs: 60_000, beforeMs: 700, afterMs: 0, asked: 0 };
  const clock = new DatabaseClock(aDatabase(state));
  setTimeout(() => (state.beforeMs = 0), 100);
  await clock.begin();
  expect(state.asked).toBe(2);
  expect(Math.abs(ahead(clock) - 60_000)).toBeLessThan(100);
});

it('the database clock combines slow measurements into a precise one', async () => {
  const state = { aheadMs: 0, beforeMs: 600, afterMs: 0, asked: 0 };
  const clock = new DatabaseClock(aDatabase(state));
  await clock.measure();
  Object.assign(state, { beforeMs: 0, afterMs: 600 });
  await clock.measure();
  expect(Math.abs(ahead(clock))).toBeLessThan(100);
});

it('the database clock measures again soon after an imprecise first measurement', async () => {
  const state = { aheadMs: 0, beforeMs: 700, afterMs: 0, asked: 0 };
  const clock = new DatabaseClock(aDatabase(state));
  await clock.measure();
  state.beforeMs = 0;
  const offBy = await measured(clock);
  await clock.measure();
  expect(state.asked).toBe(2);
  expect(Math.abs(ahead(clock))).toBeLessThan(offBy);
});

it('the database clock follows a database whose clock is set', async () => {
  const state = { aheadMs: 0, beforeMs: 0, afterMs: 0, asked: 0 };
  const clock = new DatabaseClock(aDatabase(state));
  await clock.measure();
  state.aheadMs = -5_000;
  const offBy = await measured(clock, true);
  expect(Math.abs(ahead(clock) + 5_000)).toBeLessThan(offBy);
});

it('the database clock measures again when the local clock was set back', async () => {
  const state = { aheadMs: 0, beforeMs: 0, afterMs: 0, asked: 0 };
  const clock = new DatabaseClock(aDatabase(state));
  await clock.measure();
  const { now } = Date;
  try {
    Date.now = () => now() - 3_600_000;
    state.aheadMs = 3_600_000;
    await clock.measure();
    expect(Math.abs(clock.now().getTime() - now())).toBeLessThan(200);
  } finally {
    Date.now = now;
  }
});
