import { aCount, anAttempt, aSale, giveBack } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

describe('the chaos check I6 (sold and booked once)', () => {
  it('detects a placed lead that is not booked, is booked twice, or to another buyer', () => {
    const toNobody = spoiled(({ database }) => remove(database.ledger, 'north/sub_1.sale'));
    expect(toNobody).toEqual(['I6 north/sub_1 is booked as sold to [], not to [CAP for 0 USD]']);
    const twice = spoiled(({ database }) => database.ledger.push(aSale('north/sub_1', 'CAP')));
    expect(twice).toEqual([
      'I6 north/sub_1 is booked as sold to [CAP for 0 USD, CAP for 0 USD], not to [CAP for 0 USD]',
    ]);
    const other = spoiled(({ database }) =>
      change(database.ledger, 'north/sub_1.sale', { placedCampaignId: 'DUP' }),
    );
    expect(other).toEqual(['I6 north/sub_1 is booked as sold to [DUP for 0 USD], not to [CAP for 0 USD]']);
  });

  it('detects a sale of another price than was decided, and a decision of another one than the campaign asks', () => {
    const booked = spoiled(({ database }) => change(database.ledger, 'north/sub_1.sale', { minor: 1 }));
    expect(booked).toContain('I6 north/sub_1 is booked as sold to [CAP for 1 USD], not to [CAP for 0 USD]');
    const decision = { kind: 'delivered', campaignId: 'CAP', price: 40, currency: 'USD' };
    const decided = (amount: number, answered?: number) =>
      spoiled(({ campaigns, database }) => {
        campaigns[0] = { ...campaigns[0]!, price: { amount }, ...(answered !== undefined && { answered }) };
        change(database.decisions, 'north/sub_1.delivery.0', { decision });
        change(database.ledger, 'north/sub_1.sale', { minor: 4_000 });
      }).filter((complaint) => complaint.includes('placed for'));
    expect(decided(39)).toEqual(['I6 north/sub_1 was placed for 40, not for 39 or 39']);
    expect(decided(39, 40)).toEqual([]);
  });

  it('detects a sale of a submission that does not exist', () => {
    expect(spoiled(({ database }) => database.ledger.push(aSale('north/sub_9', 'CAP')))).toEqual([
      'I6 north/sub_9 is booked as sold to [CAP for 0 USD], not to []',
    ]);
  });

  it('detects a lead that was offered to another buyer while the first may have had it', () => {
    const offered = (outcome?: { kind: string }) =>
      spoiled(({ database }) => {
        const first = { ...anAttempt('north/sub_1', 1, outcome), _id: 'north/sub_1.delivery.0.1' };
        change(database.attempts, 'north/sub_1.delivery.0.1', first);
        if (!outcome) change(database.attempts, 'north/sub_1.delivery.0.1', { outcome: undefined });
        database.attempts.push({ ...first, _id: 'north/sub_1.delivery.1.1', outcome: { kind: 'accepted' } });
      });
    const complaint =
      'I6 north/sub_1 was offered on by north/sub_1.delivery.1.1 although north/sub_1.delivery.0.1 may have sold it';
    expect(offered({ kind: 'unknown' })).toEqual([complaint]);
    expect(offered()).toEqual([complaint]);
    expect(offered({ kind: 'rejected' })).toEqual([]);
  });

  it('detects money that counts and ledger do not agree on', () => {
    const money = { placed: 1, money: { USD: 4_000 } };
    const counted = spoiled(({ database }) =>
      change(database.counts, 'north/campaign.CAP', { ...aCount('north/campaign.CAP'), lifetime: money }),
    );
    expect(counted).toEqual(['I6 north/campaign.CAP USD counts 4000 where the ledger has 0']);
  });

  it('detects a budget that was exceeded', () => {
    const over = spoiled(({ campaigns, database }) => {
      campaigns[0] = { ...campaigns[0]!, price: { amount: 40 }, deliveryLimits: [{ budget: 39.99 }] };
      change(database.ledger, 'north/sub_1.sale', { minor: 4_000 });
    });
    expect(over).toContain('I6 north/CAP spent 4000 of a budget of 3999');
  });

  it('permits a budget to be exceeded by what an answer adds to the expected price, and by nothing else', () => {
    const spent = (minor: number, budget: number) =>
      spoiled((run) => {
        const limits = [{ budget: budget / 100 }];
        run.campaigns[0] = { ...run.campaigns[0]!, price: { amount: 39 }, deliveryLimits: limits };
        change(run.database.ledger, 'north/sub_1.sale', { minor });
        giveBack(run, 'north/sub_1', 'CAP');
      }).filter((complaint) => complaint.includes('budget'));
    expect(spent(4_000, 3_900)).toEqual([]);
    expect(spent(4_000, 3_899)).toEqual(['I6 north/CAP spent 3900 of a budget of 3899']);
  });
});
