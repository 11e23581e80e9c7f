import { aCount, anAttempt, aSale } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

describe('the chaos check I9 (sold and booked once)', () => {
  it('detects a placed lead that is not booked, is booked twice, or to another buyer', () => {
    const toNobody = spoiled(({ database }) => remove(database.ledger, 'north/sub_1.sale'));
    expect(toNobody).toEqual(['I9 north/sub_1 is booked as sold to [], not to [CAP]']);
    const twice = spoiled(({ database }) => database.ledger.push(aSale('north/sub_1', 'CAP')));
    expect(twice).toEqual(['I9 north/sub_1 is booked as sold to [CAP, CAP], not to [CAP]']);
    const other = spoiled(({ database }) =>
      change(database.ledger, 'north/sub_1.sale', { placedCampaignId: 'DUP' }),
    );
    expect(other).toEqual(['I9 north/sub_1 is booked as sold to [DUP], not to [CAP]']);
  });

  it('detects a sale of a submission that does not exist', () => {
    expect(spoiled(({ database }) => database.ledger.push(aSale('north/sub_9', 'CAP')))).toEqual([
      'I9 north/sub_9 has a sale and does not exist',
    ]);
  });

  it('detects a lead that was offered to another buyer while the first may have had it', () => {
    const offered = (outcome?: { kind: string }) =>
      spoiled(({ database }) => {
        const first = { ...anAttempt('north/sub_1', 1, outcome), _id: 'north/sub_1.delivery.0.1' };
        change(database.attempts, 'north/sub_1.delivery.0.1', first);
        if (!outcome) change(database.attempts, 'north/sub_1.delivery.0.1', { outcome: undefined as never });
        database.attempts.push({ ...first, _id: 'north/sub_1.delivery.1.1', outcome: { kind: 'accepted' } });
      });
    const complaint =
      'I9 north/sub_1 was offered on by north/sub_1.delivery.1.1 although north/sub_1.delivery.0.1 may have sold it';
    expect(offered({ kind: 'unknown' })).toEqual([complaint]);
    expect(offered()).toEqual([complaint]);
    expect(offered({ kind: 'rejected' })).toEqual([]);
  });

  it('detects money that counts and ledger do not agree on', () => {
    const money = { placed: 1, money: { USD: 4_000 } };
    const counted = spoiled(({ database }) =>
      change(database.counts, 'north/campaign.CAP', { ...aCount('north/campaign.CAP'), lifetime: money }),
    );
    expect(counted).toEqual(['I9 north/campaign.CAP USD counts 4000 where the ledger has 0']);
  });

  it('detects a budget that was exceeded', () => {
    const over = spoiled(({ campaigns, database }) => {
      campaigns[0] = { ...campaigns[0]!, price: { minor: 4_000, budget: 3_999 } };
      change(database.ledger, 'north/sub_1.sale', { minor: 4_000 });
    });
    expect(over).toContain('I9 north/CAP spent 4000 of a budget of 3999');
  });
});
