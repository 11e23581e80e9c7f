import { aCount, addPlaced, inSeconds } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

describe('the chaos check I3 (caps)', () => {
  it('detects a buyer that accepted one lead more than the cap', () => {
    const over = spoiled((run) => {
      addPlaced(run, { tenantId: 'north', n: 3, campaignId: 'CAP' });
    });
    expect(over).toContain('I3 north/CAP its buyer took 2 at a cap of 1');
  });

  it('detects a count that let in more than the cap, whatever its buyers said', () => {
    const over = spoiled(({ database }) =>
      change(database.counts, 'north/campaign.CAP', aCount('north/campaign.CAP', 1, ['sub_9.routing.0'])),
    );
    expect(over).toContain('I3 north/CAP holds 2, placed and open, at a cap of 1');
  });

  it('detects a count that is too low or too high', () => {
    const counting = (placed: number) =>
      spoiled(({ database }) =>
        change(database.counts, 'north/campaign.CAP', aCount('north/campaign.CAP', placed)),
      );
    expect(counting(0)).toContain('I3 north/campaign.CAP counts 0 lifetime placements where 1 were made');
    expect(counting(0)).toHaveLength(5);
    expect(counting(2)).toContain('I3 north/campaign.CAP counts 2 daily placements where 1 were made');
  });

  it('detects a period that counts placements from before it began', () => {
    const turned = spoiled(({ database }) =>
      change(database.counts, 'north/campaign.CAP', {
        hourly: { placed: 1, money: {}, start: inSeconds(0) },
      }),
    );
    expect(turned).toEqual(['I3 north/campaign.CAP counts 1 hourly placements where 0 were made']);
  });

  it('detects a missing count', () => {
    const gone = spoiled(({ database }) => remove(database.counts, 'north/campaign.CAP'));
    expect(gone).toContain('I3 north/campaign.CAP counts 0 lifetime placements where 1 were made');
  });
});
