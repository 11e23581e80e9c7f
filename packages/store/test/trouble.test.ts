import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

it('restarts of a submission are counted per stage until it advances; deaths of its worker are counted in a row', async () => {
  const { submissions } = world.stores.forTenant('demo');
  await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_1' })));
  const count = (kind: 'restarts' | 'deaths', at: string) => submissions.countTrouble('sub_1', kind, at);
  expect([await count('restarts', 'routing.0'), await count('restarts', 'routing.0')]).toEqual([1, 2]);
  expect(await count('restarts', 'delivery.0')).toBe(1);
  expect([await count('deaths', 'routing.0'), await count('deaths', 'delivery.0')]).toEqual([1, 2]);
  await submissions.postpone('sub_1', new Date());
  expect([await count('restarts', 'delivery.0'), await count('deaths', 'delivery.0')]).toEqual([1, 1]);
});

it('deaths before a hold do not count during it, nor do deaths during it after the submission is routed', async () => {
  const { submissions } = world.stores.forTenant('demo');
  await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_2' })));
  const died = () => submissions.countTrouble('sub_2', 'deaths', 'routing.0');
  expect([await died(), await died()]).toEqual([1, 2]);
  await submissions.hold('sub_2', 0, {
    until: new Date(),
    reason: 'daily_limit_full',
    waitsFor: ['campaign.ACMRU.daily.all'],
  });
  expect([await died(), await died()]).toEqual([1, 2]);
  await submissions.recordRoutedAfterHold('sub_2', 1, new Date());
  expect(await died()).toBe(1);
});
