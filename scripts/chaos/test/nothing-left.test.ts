import { aCount, type MadeUp } from './made-up.js';
import { change, spoiled, undelivered } from './spoil.js';

describe('the chaos check I5 (nothing left behind)', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'a slot of a submission that has ended',
      ({ database, campaigns }) => {
        campaigns.splice(0, 1);
        change(database.counts, 'north/campaign.CAP', aCount('north/campaign.CAP', 1, ['sub_1.routing.0']));
      },
      /^I5 north\/campaign\.CAP is still reserved by sub_1\.routing\.0/,
    ],
    [
      'a slot of a submission that does not exist',
      ({ database, campaigns }) => {
        campaigns.splice(0, 1);
        change(database.counts, 'north/campaign.CAP', aCount('north/campaign.CAP', 1, ['sub_9.routing.0']));
      },
      /^I5 .* is still reserved by sub_9\.routing\.0/,
    ],
    [
      'a slot under a name that no decision uses',
      (run) => {
        undelivered(run, 130);
        run.campaigns.splice(0, 1);
        change(
          run.database.counts,
          'north/campaign.CAP',
          aCount('north/campaign.CAP', 1, ['sub_1.routing.1']),
        );
      },
      /^I5 .* is still reserved by sub_1\.routing\.1/,
    ],
    [
      'a claim of a lead that was refused',
      ({ database }) => {
        database.claims.push({ _id: 'north/CAP.phone.x', tenantId: 'north', submissionId: 'sub_1' });
        change(database.decisions, 'north/sub_1.delivery.0', { decision: { kind: 'rejected' } });
      },
      /^I5 north\/CAP\.phone\.x is still claimed by sub_1, which ended rejected/,
    ],
  ])('detects %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });

  it('permits a placed lead to keep its dedupe claims', () => {
    expect(
      spoiled(({ database }) =>
        database.claims.push({ _id: 'north/CAP.phone.x', tenantId: 'north', submissionId: 'sub_1' }),
      ),
    ).toEqual([]);
  });
});
