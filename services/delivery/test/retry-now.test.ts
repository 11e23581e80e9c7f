/** A person has the next attempt made at once. */
import { deliveryState, enqueueRetries, now, planRetry, type WaitingDelivery } from '@sluice/pipeline';
import { waitingFor } from '@sluice/queue';
import { duringTests, eventually } from '@sluice/testing';
import { deliveryQueue } from '@sluice/contracts';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);
const stateOf = (submissionId: string) => deliveryState(world.core, 'demo', submissionId);

/** A lead whose first attempt the buyer could not take, and which waits for the second. */
async function waiting(code: `C${number}`) {
  const payload = await world.routed(code);
  world.answers({ status: 503 });
  const { outcome } = await world.deliver(payload, { first: true });
  expect(outcome).toBe('retry');
  const state = await stateOf(payload.submissionId);
  if (state.kind !== 'waits') throw new Error(state.kind);
  return { payload, state };
}

async function retryNow(...states: readonly WaitingDelivery[]): Promise<void> {
  const at = now(world.core);
  const planned = await Promise.all(states.map((state) => planRetry(world.core, state, at)));
  await enqueueRetries(world.core, planned, at);
}

describe('a retry at once', () => {
  it('makes the planned attempt now, under its own key, and only once however often it is asked for', async () => {
    const { payload, state } = await waiting(await world.campaignTo({}));
    expect(state.last?.n).toBe(1);
    expect(state.until.getTime()).toBeGreaterThan(now(world.core).getTime() + 1_000);
    await Promise.all([1, 2, 3].map(() => retryNow(state)));
    const lane = `endpoint.end_${(await world.mine.submissions.find(payload.submissionId))?.campaignId}`;
    const waits = () => world.core.producer.waitingSince(deliveryQueue, 'demo', lane);
    await eventually('a worker will look', async () => (await waits()) !== undefined);
    const before = world.calls();
    await Promise.all([1, 2, 3].map(() => world.deliver(payload)));
    expect(world.calls() - before).toBe(1);
    expect((await world.decided(payload))?.kind).toBe('delivered');
    expect(world.received()[0]?.headers['idempotency-key']).toBe(`${payload.submissionId}.delivery`);
    expect(await stateOf(payload.submissionId)).toEqual({ kind: 'not_waiting' });
  });

  it('is made of a lead whose certificate was asked about before', async () => {
    const consent = { kind: 'ask', check: 'consent.0a1b2c3d', field: 'x' } as const;
    const payload = await world.routed(await world.campaignTo({}), {
      consent: { ...consent, onFailure: 'disqualify', onError: 'hold' },
    });
    const until = new Date(now(world.core).getTime() + 600_000);
    await world.attempted(payload, 1, 'over', { nextAt: until });
    await world.mine.submissions.postpone(payload.submissionId, until, until);
    expect(await stateOf(payload.submissionId)).toMatchObject({ kind: 'waits', last: { n: 1 }, until });
  });

  it('takes the place of the look that was planned, so that nothing waits for it any more', async () => {
    const { producer } = world.core;
    const code = await world.campaignTo({});
    const leads = [await waiting(code), await waiting(code), await waiting(code)];
    const lane = `endpoint.end_${code}`;
    const at = new Date(now(world.core).getTime() + 3_600_000);
    const planned = leads.map(({ payload }) => payload);
    for (const payload of planned)
      await producer.add(deliveryQueue, { payload, since: at, notBefore: at, lane, retry: { failures: 0 } });
    const delayed = async () => (await producer.load(deliveryQueue)).delayed;
    const before = await delayed();
    const [one, two, three] = leads.map(({ state }) => state);
    await retryNow(one!);
    await eventually('one less is delayed', async () => (await delayed()) === before - 1);
    expect(await waitingFor(deliveryQueue, world.redis, { tenantId: 'demo', lane })).toBe(3);
    await retryNow(two!, three!);
    await eventually('none of them is delayed', async () => (await delayed()) === before - 3);
    expect(await waitingFor(deliveryQueue, world.redis, { tenantId: 'demo', lane })).toBe(3);
  });

  it('is not made while an attempt is under way, nor of a lead that is in a queue for the first time', async () => {
    const { payload, state } = await waiting(await world.campaignTo({}));
    const { submissionId } = payload;
    await world.attempted(payload, 2, 'live');
    expect(await stateOf(submissionId)).toMatchObject({ kind: 'under_way' });
    await retryNow(state);
    const before = world.calls();
    expect((await world.deliver(payload)).outcome).toBe('attempt_under_way');
    expect(world.calls()).toBe(before);
    const fresh = await world.routed(await world.campaignTo({}));
    expect(await stateOf(fresh.submissionId)).toEqual({ kind: 'not_waiting' });
  });
});
