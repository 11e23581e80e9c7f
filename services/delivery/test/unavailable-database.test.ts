import { setTimeout as pause } from 'node:timers/promises';
import type { StagePayload } from '@sluice/contracts';
import { isStoreUnavailable, openStores, type Stores } from '@sluice/store';
import { openLink, type Link } from '@sluice/testing';
import { openWorld, type World } from './world.js';

let world: World;
let link: Link;
/** The worker's stores, behind the link. */
let stores: Stores;
beforeAll(async () => {
  world = await openWorld();
  const url = new URL(world.mongodbUrl);
  link = await openLink(Number(url.port));
  url.port = String(link.port);
  url.searchParams.set('directConnection', 'true');
  stores = await openStores(url.href, { connectTimeoutMs: 500 });
}, 60_000);
afterAll(async () => {
  await stores?.close();
  await link?.close();
  await world.close();
});
afterEach(() => link.become('open'));

/** Starts a delivery whose buyer answers while the worker cannot reach the database. */
async function deliver(
  payload: StagePayload,
  status: number,
  state: 'cut' | 'half_open',
  workerStores: Stores = stores,
) {
  world.answers({ status, delayMs: 500 });
  const run = world.deliver(payload, { first: true }, workerStores);
  const settled = run.then(
    ({ outcome }) => outcome,
    (error: unknown) => error,
  );
  while ((await world.stores.attempts.of(payload.submissionId)).length === 0) await pause(10);
  link.become(state);
  return { settled };
}

/** The outcome of the only attempt that was made. */
const recorded = async ({ submissionId }: StagePayload) => {
  const made = await world.stores.attempts.of(submissionId);
  return made.map(({ outcome }) => outcome?.kind);
};

describe("a buyer's answer that arrives while the database is unavailable", () => {
  it.each([
    ['an acceptance', 200, 'cut', 'accepted', 'delivered'],
    ['an acceptance', 200, 'half_open', 'accepted', 'delivered'],
    ['a refusal', 422, 'cut', 'rejected', 'rejected'],
  ] as const)(
    'is recorded once the database is back, so that the buyer gets the lead once: %s (%i, %s)',
    async (_what, status, state, attempt, outcome) => {
      const callsBefore = world.calls();
      const payload = await world.routed('BUYER');
      const { settled } = await deliver(payload, status, state);
      await pause(2_000);
      expect(await recorded(payload)).toEqual([undefined]);
      link.become('open');
      expect(await settled).toBe(outcome);
      expect(await recorded(payload)).toEqual([attempt]);
      expect(await world.decided(payload)).toMatchObject({ kind: outcome });
      await world.deliver(payload);
      expect(world.calls() - callsBefore).toBe(1);
    },
    30_000,
  );

  it('is given up when the lease ends, because another worker may send the lead from then on', async () => {
    let passedMs = 0;
    const clock = {
      ...stores.clock,
      now: () => new Date(world.core.stores.clock.now().getTime() + passedMs),
    };
    const payload = await world.routed('BUYER');
    const { settled } = await deliver(payload, 200, 'cut', { ...stores, clock });
    await pause(1_500);
    passedMs = 60_000;
    expect(isStoreUnavailable(await settled)).toBe(true);
  }, 30_000);
});
