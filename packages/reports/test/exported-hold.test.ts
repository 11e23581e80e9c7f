import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

it('a submission on hold is exported with the time at which it was due', async () => {
  const dueAt = new Date(world.stores.clock.now().getTime() - 10_000);
  await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_1', dueAt })));
  await world.stores.workOnHold.put({ scope: 'submissions', tenantId: 'demo', id: 'sub_1' });
  const lines: unknown[] = [];
  const kinds = ['submissions'] as const;
  for await (const line of world.core.reports.exportRecords({ tenantId: 'demo', kinds })) lines.push(line);
  expect(lines[1]).toMatchObject({ id: 'sub_1', dueAt, onHold: true });
});
