import { addPlaced } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

describe('the chaos check I3 (caps)', () => {
  it('detects a buyer that accepted one lead more than the cap', () => {
    const over = spoiled((run) => {
      addPlaced(run, { tenantId: 'north', n: 3, campaignId: 'CAP', slots: ['campaign.CAP.lifetime.all'] });
      change(run.database.counters, 'north/campaign.CAP.lifetime.all', { confirmed: 2 });
    });
    expect(over).toContain('I3 north/CAP its buyer took 2 at a cap of 1');
    expect(over).toContain('I3 north/campaign.CAP.lifetime.all holds 2 and 0 open at a cap of 1');
  });

  it('detects a counter that is too low or too high', () => {
    const counting = (confirmed: number) =>
      spoiled(({ database }) => change(database.counters, 'north/campaign.CAP.lifetime.all', { confirmed }));
    expect(counting(0)).toEqual(['I3 north/campaign.CAP.lifetime.all counts 0 placements where 1 were made']);
    expect(counting(2)).toContain('I3 north/campaign.CAP.lifetime.all counts 2 placements where 1 were made');
  });

  it('detects a missing counter', () => {
    const gone = spoiled(({ database }) => remove(database.counters, 'north/campaign.CAP.lifetime.all'));
    expect(gone).toEqual([
      'I3 north/campaign.CAP.lifetime.all placements were decided under a counter that is not there',
    ]);
  });
});
