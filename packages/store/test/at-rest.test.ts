import type { SubmissionRecord } from '@sluice/contracts';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const MANY = 300;
const tenants = ['one', 'two'];
const soon = () => new Date(Date.now() + 3_600_000);
const submissionsOf = ({ tenantId }: SubmissionRecord) => world.stores.forTenant(tenantId).submissions;

/** What stops a submission, or only changes when it is due. */
const changes: readonly ((of: SubmissionRecord, n: number) => Promise<unknown>)[] = [
  ({ tenantId, submissionId }) =>
    world.stores
      .forTenant(tenantId)
      .conclusions.close(submissionId, { end: { status: 'rejected', endedAt: new Date() } }),
  (of) =>
    submissionsOf(of).hold(of.submissionId, 0, {
      until: soon(),
      reason: 'daily_limit_full',
      waitsFor: ['campaign.A'],
    }),
  (of) => submissionsOf(of).awaitCall(of.submissionId, soon()),
  ({ tenantId, submissionId: id }) => world.stores.workOnHold.put({ scope: 'submissions', tenantId, id }),
  (of) => submissionsOf(of).postpone(of.submissionId, soon()),
];

it('whoever asks about many again and again is told of each that stops, and of no other', async () => {
  const all = Array.from({ length: MANY }, (_, n) =>
    aSubmission({
      tenantId: tenants[n % tenants.length] ?? '',
      submissionId: `sub_${String(n).padStart(4, '0')}`,
      dueAt: soon(),
    }),
  );
  for (const submission of all) await world.stores.accept(accepted(submission));
  let waiting: readonly SubmissionRecord[] = all;
  expect(await world.stores.atRest(waiting)).toEqual([]);
  for (let round = 0; round < 10; round += 1) {
    const changed = waiting.filter((_, n) => n % 37 === round);
    for (const [n, of] of changed.entries()) await changes[n % changes.length]?.(of, n);
    const rest = changed.filter((_, n) => n % changes.length < changes.length - 1);
    expect(rest.length).toBeGreaterThan(1);
    const found = await world.stores.atRest(waiting);
    expect(found).toEqual(rest);
    waiting = waiting.filter((one) => !found.includes(one));
    expect(await world.stores.atRest(waiting)).toEqual([]);
  }
  expect(waiting.length).toBeGreaterThan(100);
});
