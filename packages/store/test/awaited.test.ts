import { aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const until = new Date(Date.now() + 3600_000);
const counter = (campaign: string) => `campaign.${campaign}.daily.2026-11-21`;

let made = 0;
async function held(tenantId: string, waitsFor: readonly string[]): Promise<void> {
  const submission = aSubmission({ tenantId, submissionId: `sub_${(made += 1)}` });
  await world.stores.accept({ submission });
  const { submissions } = world.stores.forTenant(tenantId);
  await submissions.hold(submission.submissionId, 0, {
    until: until,
    reason: 'daily_limit_full',
    waitsFor: waitsFor,
  });
}

it('everything that held leads wait for is listed once, for each tenant', async () => {
  await held('t-one', [counter('B')]);
  await held('t-one', [counter('A'), counter('C'), 'campaign.A.hours.open']);
  await held('t-one', [counter('C')]);
  await held('t-two', [counter('A')]);
  await world.stores.accept({ submission: aSubmission({ tenantId: 't-three', submissionId: 'sub_0' }) });
  const found: Record<string, readonly string[]> = {};
  for await (const { tenantId, names } of world.stores.awaited()) found[tenantId] = [...names].sort();
  expect(found).toEqual({
    't-one': [counter('A'), 'campaign.A.hours.open', counter('B'), counter('C')].sort(),
    't-two': [counter('A')],
  });
});
