import { aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { DatabaseClock } from '../src/driver/clock.js';
import type { SubmissionDocument } from '../src/submissions/submission-document.js';
import { DueWork, type DueCollections } from '../src/sweep/due-work.js';

const world = duringTests(openWorld);

const past = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** The due work, and how many submissions each of its commands changed. */
function recording() {
  const changed: number[] = [];
  const collection = world.db.collection<SubmissionDocument>('submissions');
  const submissions = new Proxy(collection, {
    get: (target, name) => {
      if (name === 'updateMany') {
        return async (...args: Parameters<typeof target.updateMany>) => {
          const result = await target.updateMany(...args);
          changed.push(result.modifiedCount);
          return result;
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const { sweepTiming } = world.stores;
  const clock = world.stores.clock as DatabaseClock;
  return { changed, due: new DueWork({ submissions } as DueCollections, clock, sweepTiming) };
}

const accepted = (tenantId: string, from: number, count: number, dueAt: Date) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      world.stores.accept({
        submission: aSubmission({
          tenantId,
          submissionId: `sub_${from + n}`,
          acceptedAt: past(60),
          dueAt,
        }),
      }),
    ),
  );
const overdueOf = async (tenantId: string) => (await world.stores.due.submissions(tenantId, 20_000)).length;

it('a backlog that waits for qualification is postponed in pages, also behind work that is no part of it', async () => {
  const { submissions } = world.stores.forTenant('long');
  await accepted('long', 0, 1_200, past(50));
  // These were requeued, and are overdue for longer.
  await Promise.all(
    Array.from({ length: 1_200 }, (_, n) => submissions.postpone(`sub_${n}`, past(50), past(40))),
  );
  await accepted('long', 1_200, 2_300, past(30));
  const { due, changed } = recording();
  await due.postponeUnbegun('long', past(120));
  expect(changed).toEqual([0, 800, 1_000, 500]);
  expect(await overdueOf('long')).toBe(1_200);
}, 60_000);

it('a backlog that was accepted before the batch in front is not postponed', async () => {
  await accepted('before', 0, 3, past(30));
  const { due, changed } = recording();
  await due.postponeUnbegun('before', past(10));
  expect(changed).toEqual([0]);
  expect(await overdueOf('before')).toBe(3);
});

it('what is found to wait elsewhere is postponed in the same pages, and nothing else', async () => {
  await accepted('listed', 0, 2_500, past(30));
  const { due, changed } = recording();
  const asked: number[] = [];
  await due.postponeFound('listed', async (ids) => {
    asked.push(ids.length);
    return ids.filter((id) => Number(id.slice('sub_'.length)) % 5 !== 0);
  });
  expect(asked).toEqual([1_000, 1_000, 500]);
  expect(changed.reduce((sum, count) => sum + count)).toBe(2_000);
  expect(await overdueOf('listed')).toBe(500);
}, 60_000);
