import { setTimeout as pause } from 'node:timers/promises';
import { webhookQueue, type StagePayload } from '@sluice/contracts';
import { isStoreUnavailable, type Stores } from '@sluice/store';
import { duringTests, eventually, openLink, type LinkState } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);
const link = duringTests(() => openLink(Number(new URL(world.mongodbUrl).port)));
/** The worker's stores, behind the link. */
let stores: Stores;
beforeAll(async () => {
  const url = new URL(world.mongodbUrl);
  url.port = String(link.port);
  url.searchParams.set('directConnection', 'true');
  stores = await world.openStores({ connectTimeoutMs: 500 }, url.href);
});
afterEach(() => link.become('open'));

/**
 * Starts a delivery whose buyer answers while the worker's link to the database is in this state. `ended` resolves to
 * the outcome of the stage, or to what it threw.
 */
async function deliver(
  payload: StagePayload,
  { status, state }: { readonly status: number; readonly state: LinkState },
  workerStores: Stores = stores,
) {
  const callsBefore = world.calls();
  world.answers({ status, delayMs: 1_000 });
  let isEnded = false;
  const ended = world
    .deliver(payload, { first: true }, workerStores)
    .then(
      ({ outcome }) => outcome,
      (error: unknown) => error,
    )
    .finally(() => (isEnded = true));
  while (world.calls() === callsBefore && !isEnded) await pause(10);
  link.become(state);
  return { ended, isEnded: () => isEnded, calls: () => world.calls() - callsBefore };
}

/** The outcomes of the attempts that were made. */
const attempts = async ({ submissionId }: StagePayload) => {
  const made = await world.mine.attempts.of(submissionId);
  return made.map(({ outcome }) => outcome?.kind);
};

const answers = [
  { what: 'an acceptance', status: 200, state: 'cut', awayMs: 2_000, attempt: 'accepted', end: 'delivered' },
  // Longer than the driver takes to notice it.
  {
    what: 'an acceptance',
    status: 200,
    state: 'half_open',
    awayMs: 5_000,
    attempt: 'accepted',
    end: 'delivered',
  },
  { what: 'a refusal', status: 422, state: 'cut', awayMs: 2_000, attempt: 'rejected', end: 'rejected' },
] as const;

describe("a buyer's answer that arrives while the database is unavailable", () => {
  it.each(answers)(
    'is recorded once the database is back, so that the buyer gets the lead once: $what (link $state)',
    async ({ status, state, awayMs, attempt, end }) => {
      const payload = await world.routed('BUYER');
      const { ended, isEnded, calls } = await deliver(payload, { status, state });
      await pause(1_000 + awayMs);
      expect(await attempts(payload)).toEqual([undefined]);
      expect(isEnded()).toBe(false);
      link.become('open');
      expect(await ended).toBe(end);
      expect(await attempts(payload)).toEqual([attempt]);
      expect(await world.decided(payload)).toMatchObject({ kind: end });
      await world.deliver(payload);
      expect(calls()).toBe(1);
    },
    30_000,
  );

  it('is recognised if only the answer of the database was lost, so that its effects are enqueued at once', async () => {
    const { core, mine } = world;
    const webhooks = { url: 'https://hooks.example/events' };
    await core.stores.tenants.put({ tenantId: 'demo', name: 'Demo', settings: { webhooks } });
    const payload = await world.routed('BUYER');
    const { ended } = await deliver(payload, { status: 200, state: 'slow' });
    while (!(await world.decided(payload))) await pause(5);
    link.become('cut');
    await pause(1_000);
    link.become('open');
    expect(await ended).toBe('delivered');
    const effects = await mine.effects.ofSubmission(payload.submissionId);
    expect(effects.map(({ trigger }) => trigger)).toContain('lead.delivered');
    const waiting = async () => (await core.producer.load(webhookQueue)).waiting;
    await eventually('it is enqueued', async () => (await waiting()) > 0, 5_000);
    expect(await waiting()).toBe(1);
  }, 30_000);

  it('is given up when the lease ends, because another worker may send the lead from then on', async () => {
    let passedMs = 0;
    const clock = {
      ...stores.clock,
      now: () => new Date(world.core.stores.clock.now().getTime() + passedMs),
    };
    const payload = await world.routed('BUYER');
    const { ended, isEnded } = await deliver(payload, { status: 200, state: 'cut' }, { ...stores, clock });
    await pause(3_000);
    expect(isEnded()).toBe(false);
    passedMs = 60_000;
    expect(isStoreUnavailable(await ended)).toBe(true);
  }, 30_000);
});
