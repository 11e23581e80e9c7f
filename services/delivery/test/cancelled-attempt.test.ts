import type { Superseded } from '@sluice/contracts';
import { endIfWaiting, now } from '@sluice/pipeline';
import { duringTests } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);

const past = { kind: 'retry', nextAt: new Date(0) } as const;
const closed: Superseded = { kind: 'superseded', by: 'sub_next', trace: [] };

describe('a delivery attempt that was cancelled before its call', () => {
  it('is never made, nor a later one, even if the canceller stopped before recording its decision', async () => {
    const payload = await world.routed('BUYER');
    await world.attempted(payload, 1, 'over', past);
    await world.mine.attempts.cancel(
      { submissionId: payload.submissionId, generation: 0 },
      2,
      closed,
      new Date(0),
    );
    const before = world.calls();
    expect(await world.deliver(payload)).toMatchObject({ outcome: 'superseded' });
    expect([await world.decided(payload), await world.isFree(payload), world.calls() - before]).toEqual([
      closed,
      true,
      0,
    ]);
    expect(await world.mine.attempts.of(payload.submissionId)).toHaveLength(2);
  });

  it('leads to the superseded decision once the newer submission checks again', async () => {
    const payload = await world.routed('BUYER');
    await world.attempted(payload, 1, 'over', past);
    await world.mine.attempts.cancel(
      { submissionId: payload.submissionId, generation: 0 },
      2,
      closed,
      now(world.core),
    );
    const waiting = await world.mine.submissions.find(payload.submissionId);
    if (!waiting) throw new Error('there is no such submission');
    await endIfWaiting(world.core, waiting, { by: 'sub_other', because: 'a newer one' });
    expect(await world.decided(payload)).toEqual(closed);
    expect(await world.mine.submissions.find(payload.submissionId)).toMatchObject({ status: 'superseded' });
  });

  it('is never one in progress: that call is made, and its result is recorded', async () => {
    const payload = await world.routed('BUYER');
    await world.attempted(payload, 1, 'live');
    expect(
      await world.mine.attempts.cancel(
        { submissionId: payload.submissionId, generation: 0 },
        1,
        closed,
        now(world.core),
      ),
    ).toBe(false);
    const waiting = await world.mine.submissions.find(payload.submissionId);
    if (waiting) await endIfWaiting(world.core, waiting, { by: 'sub_next', because: 'a newer one' });
    expect(await world.decided(payload)).toBeUndefined();
    expect(await world.deliver(payload)).toMatchObject({ outcome: 'attempt_under_way' });
  });
});

describe('a delivery attempt whose lease has expired', () => {
  it('keeps the outcome that its worker recorded late, not unknown', async () => {
    const { attempts } = world.mine;
    const { submissionId } = await world.routed('BUYER');
    const at = now(world.core);
    await attempts.claim(
      { submissionId, generation: 0 },
      { n: 1, url: 'http://buyer', startedAt: at, leaseUntil: at },
    );
    const accepted = { kind: 'accepted', endedAt: at, durationMs: 5 } as const;
    await attempts.conclude({ submissionId, generation: 0 }, 1, accepted);
    const unknown = { kind: 'unknown', reason: 'lease_ran_out', endedAt: at, durationMs: 0 } as const;
    await attempts.concludeIfUnchanged({ submissionId, generation: 0 }, 1, undefined, unknown);
    await attempts.concludeIfUnchanged({ submissionId, generation: 0 }, 1, unknown, {
      ...unknown,
      nextAt: at,
    });
    expect((await attempts.of(submissionId))[0]?.outcome).toEqual(accepted);
  });

  it('has an unknown outcome when its worker recorded none, and is retried under the same idempotency key', async () => {
    const payload = await world.routed('BUYER');
    await world.attempted(payload, 1, 'over');
    expect(await world.deliver(payload)).toMatchObject({ outcome: 'retry' });
    const [first] = await world.mine.attempts.of(payload.submissionId);
    expect(first?.outcome).toMatchObject({
      kind: 'unknown',
      reason: 'lease_ran_out',
      nextAt: expect.any(Date) as Date,
    });
  });
});
