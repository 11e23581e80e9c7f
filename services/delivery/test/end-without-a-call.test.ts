import type { StagePayload } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import { duringTests, frozenBefore } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);

const fresh = { first: true };
const again = { first: false };
const planned = { nextAt: new Date(0) };
const gone = { kind: 'error', reason: 'no_destination' };
const unknown = { kind: 'error', reason: 'unknown_outcome' };
const quarantined = { kind: 'error', reason: 'quarantined' };

/** Stores of a worker that is frozen just before it cancels the next attempt, or just before it records the end. */
const frozen = (place: 'cancel' | 'conclude', meanwhile: () => Promise<unknown>) =>
  frozenBefore(world.core.stores, place === 'conclude' ? 'conclusions' : 'attempts', place, meanwhile);

const fate = async (payload: StagePayload) => [await world.decided(payload), await world.isFree(payload)];

/** Another worker that is about to call the buyer; returns whether it may. */
const claims = ({ submissionId }: StagePayload, n: number) =>
  world.mine.attempts.claim(
    { submissionId, generation: 0 },
    {
      n,
      url: 'http://buyer',
      startedAt: now(world.core),
      leaseUntil: new Date(now(world.core).getTime() + 15_000),
    },
  );

describe('a delivery without a destination', () => {
  it('releases its slot when no buyer was ever called', async () => {
    const payload = await world.routed('NOWHERE');
    expect(await world.deliver(payload, fresh)).toMatchObject({ outcome: 'error' });
    expect(await fate(payload)).toEqual([expect.objectContaining(gone), true]);
  });

  it.each([
    ['did not answer', { kind: 'unknown', ...planned } as const],
    ['did not answer, when nothing was planned after that', { kind: 'unknown' } as const],
    ['was called by a worker that died', undefined],
  ])('keeps its slot when its earlier buyer %s', async (_how, outcome) => {
    const payload = await world.routed('NOWHERE');
    await world.attempted(payload, 1, 'over', outcome);
    expect(await world.deliver(payload)).toMatchObject({ outcome: 'error' });
    expect(await fate(payload)).toEqual([expect.objectContaining(unknown), false]);
  });

  it('ends as delivered when its earlier buyer accepted', async () => {
    const payload = await world.routed('NOWHERE');
    await world.attempted(payload, 1, 'over', { kind: 'accepted' });
    expect(await world.deliver(payload)).toMatchObject({ outcome: 'delivered' });
  });

  it.each(['retry', 'attempt_under_way'] as const)(
    'does not end while an earlier attempt has the state %s',
    async (outcome) => {
      const payload = await world.routed('NOWHERE');
      const nextAt = new Date(now(world.core).getTime() + 60_000);
      if (outcome === 'retry') await world.attempted(payload, 1, 'over', { nextAt });
      else await world.attempted(payload, 1, 'live');
      expect(await world.deliver(payload)).toMatchObject({ outcome });
      expect(await world.decided(payload)).toBeUndefined();
    },
  );

  it('waits for a call that another worker started meanwhile', async () => {
    const payload = await world.routed('NOWHERE');
    await world.attempted(payload, 1, 'over', planned);
    const slow = frozen('cancel', () => claims(payload, 2));
    expect(await world.deliver(payload, again, slow)).toMatchObject({ outcome: 'attempt_under_way' });
    expect(await fate(payload)).toEqual([undefined, false]);
  });

  it('cannot be attempted by another worker between its last check and its recorded end', async () => {
    const payload = await world.routed('NOWHERE');
    await world.attempted(payload, 1, 'over', planned);
    let called: boolean | undefined;
    const slow = frozen('conclude', async () => (called = await claims(payload, 2)));
    await world.deliver(payload, again, slow);
    expect([called, ...(await fate(payload))]).toEqual([false, expect.objectContaining(gone), true]);
  });
});

describe('a quarantined delivery', () => {
  const died = { first: false, trouble: 'died' } as const;

  async function poison(): Promise<StagePayload> {
    const payload = await world.routed('BUYER');
    for (let deaths = 0; deaths < 5; deaths += 1)
      await world.mine.submissions.countTrouble(payload.submissionId, 'deaths', 'delivery.0');
    return payload;
  }

  it('releases its slot when no buyer was ever called, and no worker calls one afterwards', async () => {
    const payload = await poison();
    const before = world.calls();
    const slow = frozenBefore(world.core.stores, 'attempts', 'claim', () => world.deliver(payload, died));
    expect(await world.deliver(payload, fresh, slow)).toMatchObject({ outcome: 'error' });
    expect([world.calls() - before, ...(await fate(payload))]).toEqual([
      0,
      expect.objectContaining(quarantined),
      true,
    ]);
  });

  it.each(['accepted', 'unknown'] as const)(
    'keeps its slot after an attempt with the outcome %s',
    async (kind) => {
      const payload = await poison();
      await world.attempted(payload, 1, 'over', { kind });
      await world.deliver(payload, died);
      expect(await fate(payload)).toEqual([expect.objectContaining(unknown), false]);
    },
  );

  it('keeps its slot for a call that another worker started meanwhile', async () => {
    const payload = await poison();
    const slow = frozen('cancel', () => claims(payload, 1));
    await world.deliver(payload, died, slow);
    expect(await fate(payload)).toEqual([expect.objectContaining(unknown), false]);
  });

  it('cannot be attempted by another worker between its last check and its recorded end', async () => {
    const payload = await poison();
    let called: boolean | undefined;
    const slow = frozen('conclude', async () => (called = await claims(payload, 1)));
    await world.deliver(payload, died, slow);
    expect([called, ...(await fate(payload))]).toEqual([false, expect.objectContaining(quarantined), true]);
  });
});
