/** A call that must not be made twice: what stands for whoever finds it claimed, and what a late answer still changes. */
import { DeadlineExceededError } from '@sluice/concurrency';
import { newId } from '@sluice/process';
import type { AttemptOutcome } from '@sluice/store';
import { duringTests, fixedClock } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { attemptedCall } from '../src/index.js';

const clock = fixedClock(new Date('2026-03-01T12:00:00Z'));
const world = duringTests(() => openWorld({ clock }));
beforeEach(() => clock.set('2026-03-01T12:00:00Z'));

const timeoutMs = 20_000;
const leaseMs = 25_000;
const after = (ms: number) => new Date(clock.now().getTime() + ms);

interface Tried {
  readonly says?: AttemptOutcome['kind'];
  /** What happens once the call is claimed, and while its receiver thinks. */
  readonly claimed?: () => unknown;
  readonly called?: () => unknown;
}

/** A call, and workers that try to make it. */
function aCall() {
  const of = { submissionId: newId('submission'), generation: 0 };
  const { attempts } = world.stores.forTenant('demo');
  let calls = 0;
  const attempt = ({ says = 'accepted', claimed, called }: Tried = {}) =>
    attemptedCall(
      world.core,
      attempts,
      { of, n: 1, url: 'https://one.example' },
      {
        timeoutMs,
        about: {},
        async prepare() {
          await claimed?.();
          return async () => {
            calls += 1;
            await called?.();
            return says;
          };
        },
        read: (kind, endedAt) => ({ kind, endedAt, durationMs: 1 }),
      },
    );
  const outcome = async () => (await attempts.ofGeneration(of))[0]?.outcome;
  return { of, attempts, attempt, outcome, calls: () => calls };
}

describe('a call that another worker has', () => {
  it("is under way until that worker's lease ends", async () => {
    const { attempt, calls } = aCall();
    const until = after(leaseMs);
    let other: unknown;
    await attempt({
      called: async () => {
        clock.advance(3_000);
        other = await attempt();
      },
    });
    expect(other).toEqual({ kind: 'under_way', until });
    expect(calls()).toBe(1);
  });

  it('is left by one that died: with what it recorded, or without an outcome', async () => {
    const { of, attempts, attempt, calls } = aCall();
    await attempts.claim(of, { n: 1, url: '', startedAt: clock.now(), leaseUntil: after(leaseMs) });
    clock.advance(leaseMs);
    expect(await attempt()).toEqual({
      kind: 'left',
      left: expect.not.objectContaining({ outcome: expect.anything() as unknown }) as unknown,
    });
    await attempts.conclude(of, 1, { kind: 'rejected', endedAt: clock.now(), durationMs: 1 });
    expect(await attempt()).toMatchObject({ kind: 'left', left: { outcome: { kind: 'rejected' } } });
    expect(calls()).toBe(0);
  });
});

describe('a call that was claimed and not made', () => {
  it('because its worker was frozen until less than its time was left is on record as not sent', async () => {
    const { attempt, calls, outcome } = aCall();
    const startedAt = clock.now();
    expect(await attempt({ claimed: () => clock.advance(5_001) })).toEqual({ kind: 'not_sent', startedAt });
    expect(await outcome()).toMatchObject({ kind: 'retry', reason: 'not_sent', nextAt: clock.now() });
    // So it is for whoever comes after a worker that died then.
    expect(await attempt()).toEqual({ kind: 'not_sent', startedAt });
    expect(calls()).toBe(0);
  });

  it('because it could not be prepared is on record as not sent', async () => {
    const { attempt, outcome } = aCall();
    const failing = attempt({ claimed: () => Promise.reject(new Error('the database is away')) });
    await expect(failing).rejects.toThrow('the database is away');
    expect(await outcome()).toMatchObject({ kind: 'retry', reason: 'not_sent' });
  });
});

describe('an answer that comes after the lease', () => {
  it.each(['retry', 'rejected', 'unknown'] as const)(
    'is the outcome, but what follows from %s is left to the next run',
    async (says) => {
      const { attempt, outcome } = aCall();
      const called = await attempt({ says, called: () => clock.advance(60_000) });
      expect(called).toEqual({ kind: 'under_way', until: after(1_000) });
      expect(await outcome()).toMatchObject({ kind: says });
      expect(await attempt()).toMatchObject({ kind: 'left', left: { outcome: { kind: says } } });
    },
  );

  it('stands if it is a yes', async () => {
    const { attempt } = aCall();
    const called = await attempt({ called: () => clock.advance(60_000) });
    expect(called).toMatchObject({ kind: 'answered', answer: 'accepted' });
  });
});

it('an answer is written again while the database is unavailable', async () => {
  const { attempts, attempt, outcome } = aCall();
  const conclude = attempts.conclude.bind(attempts);
  let tries = 0;
  attempts.conclude = async (...args) => {
    tries += 1;
    if (tries < 3) throw new DeadlineExceededError('writing', 1);
    return conclude(...args);
  };
  expect(await attempt()).toMatchObject({ kind: 'answered' });
  expect([tries, await outcome()]).toMatchObject([3, { kind: 'accepted' }]);
});
