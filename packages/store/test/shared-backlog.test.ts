import { duringEachTest, fixedClock } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { LeaseDocument } from '../src/driver/leader-lease.js';
import { SharedBacklog } from '../src/sweep/shared-backlog.js';

const world = duringEachTest(openWorld);

/** Processes that share their counts of a backlog whose size is `backlog.size`. */
function processes(count: number) {
  const clock = fixedClock('2026-11-21T12:00:00Z');
  const backlog = { size: 7 };
  const measuring = { now: () => clock.now(), measure: async () => 0 };
  const all = Array.from({ length: count }, () => {
    const counts: number[] = [];
    const outbox = {
      async overdue(countUpTo: number) {
        counts.push(countUpTo);
        return Math.min(backlog.size, countUpTo);
      },
    };
    const leases = world.db.collection<LeaseDocument>('leases');
    return { counts, shared: new SharedBacklog(leases, measuring as never, outbox) };
  });
  return { clock, backlog, all };
}

it('of many gateways that look every second, one counts and all know', async () => {
  const { clock, backlog, all } = processes(3);
  for (let second = 0; second < 20; second += 1) {
    backlog.size = second;
    const seen: number[] = [];
    for (const { shared } of all) seen.push(await shared.overdue(100));
    expect(seen).toEqual([second, second, second]);
    clock.advance(1_000);
  }
  expect(all.map(({ counts }) => counts.length)).toEqual([20, 0, 0]);
});

it('when the process that counts stops, another one counts within five seconds', async () => {
  const { clock, backlog, all } = processes(3);
  const [first, second, third] = all.map(({ shared }) => shared) as [
    SharedBacklog,
    SharedBacklog,
    SharedBacklog,
  ];
  expect(await first.overdue(100)).toBe(7);
  backlog.size = 50;
  clock.advance(4_000);
  expect(await second.overdue(100)).toBe(7);
  clock.advance(1_000);
  expect(await second.overdue(100)).toBe(50);
  expect(await third.overdue(100)).toBe(50);
  // The first one follows when it comes back.
  expect(await first.overdue(100)).toBe(50);
  expect(all.map(({ counts }) => counts.length)).toEqual([1, 1, 0]);
});

it('several that begin at once agree on one', async () => {
  const { clock, all } = processes(5);
  await Promise.all(all.map(({ shared }) => shared.overdue(100)));
  const before = all.map(({ counts }) => counts.length);
  clock.advance(1_000);
  await Promise.all(all.map(({ shared }) => shared.overdue(100)));
  const counted = all.map(({ counts }, n) => counts.length - (before[n] ?? 0));
  expect(counted.reduce((sum, one) => sum + one)).toBe(1);
});

it('a count that stopped before the bound of another process is not used there', async () => {
  const { backlog, all } = processes(2);
  const [small, large] = all.map(({ shared }) => shared) as [SharedBacklog, SharedBacklog];
  backlog.size = 80;
  expect(await small.overdue(50)).toBe(50);
  expect(await large.overdue(100)).toBe(80);
  backlog.size = 30;
  expect(await small.overdue(50)).toBe(30);
  expect(await large.overdue(100)).toBe(30);
  expect(all.map(({ counts }) => counts.length)).toEqual([2, 1]);
});
