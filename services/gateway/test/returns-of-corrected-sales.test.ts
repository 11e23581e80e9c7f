import { duringTests } from '@sluice/testing';
import { openGateway } from './gateway.js';
import { causeOf, salesOf } from './sales.js';

const world = duringTests(openGateway);
const { newCampaign, sold, ledgerOf, request, decide, setReturned, adjust, statusOf } = salesOf(world);
beforeAll(async () => {
  await newCampaign('PLAIN', { windowDays: 365 });
  await newCampaign('ATONC', { autoApprove: true });
});

const amountsOf = async (leadId: string) => (await ledgerOf(leadId)).map(([, amount]) => amount);

/** Each way to return the last sale of a lead. */
const ways: Record<
  string,
  { readonly campaignId: string; readonly by: (leadId: string) => Promise<unknown> }
> = {
  'an approved request': {
    campaignId: 'PLAIN',
    by: async (leadId) => decide('approveReturn', (await request({ leadId })).data.returnId),
  },
  'a request that is approved at once': { campaignId: 'ATONC', by: (leadId) => request({ leadId }) },
  'a bulk update to returned': { campaignId: 'PLAIN', by: (leadId) => setReturned(leadId) },
};

describe.each(Object.entries(ways))('%s', (_way, { campaignId, by }) => {
  it.each([
    ['less what was given back before', [-12.5], -30],
    ['with what was added to it', [10], -52.5],
    ['after several corrections', [-42.5, 2.5], -2.5],
  ])('takes back the sale %s', async (_what, corrections, taken) => {
    const { leadId, submissionId } = await sold(campaignId);
    for (const amount of corrections) await adjust(leadId, amount);
    await by(leadId);
    expect((await ledgerOf(leadId))[0]).toEqual([`${submissionId}.return`, taken]);
    expect((await amountsOf(leadId)).reduce<number>((sum, amount) => sum + Number(amount), 0)).toBe(0);
    expect(await statusOf(leadId)).toBe('returned');
  });

  it('adds nothing across currencies', async () => {
    const { leadId } = await sold(campaignId);
    await adjust(leadId, -40, 'EUR');
    await by(leadId);
    expect(await amountsOf(leadId)).toEqual([-42.5, -40, 42.5]);
  });

  it('takes back only the sale that it is about', async () => {
    const first = await sold(campaignId, { occurredAt: new Date(Date.now() - 3_600_000) });
    await adjust(first.leadId, -12.5);
    const submissionId = `${first.submissionId}.again`;
    const again = { entryId: `${submissionId}.sale`, submissionId };
    await world.alpha.stores.ledger.book({ ...first, ...again, occurredAt: new Date() });
    await by(first.leadId);
    expect((await ledgerOf(first.leadId))[0]).toEqual([`${submissionId}.return`, -42.5]);
  });

  it('returns a sale without a price as before', async () => {
    const { leadId } = await sold(campaignId, { minor: 0, unpriced: true });
    await by(leadId);
    expect(await amountsOf(leadId)).toEqual([0, 0]);
    expect(await statusOf(leadId)).toBe('returned');
  });
});

describe('of a sale that corrections have taken back', () => {
  it.each(['PLAIN', 'ATONC'])('no return is requested of %s', async (campaignId) => {
    for (const amount of [-42.5, -50]) {
      const { leadId, submissionId } = await sold(campaignId);
      await adjust(leadId, amount);
      expect(causeOf(await request({ leadId }))).toEqual([409, 'INVALID_STATE', 'nothing_left']);
      expect(await world.alpha.stores.returns.ofSale(submissionId)).toBeUndefined();
      await adjust(leadId, 60);
      expect((await request({ leadId })).status).toBe(201);
    }
  });

  it('a full quota is named first', async () => {
    await newCampaign('FULL', { maximumPercent: 0 });
    const { leadId } = await sold('FULL');
    await adjust(leadId, -42.5);
    expect(causeOf(await request({ leadId }))).toEqual([409, 'INVALID_STATE', 'over_quota']);
  });

  it('the approval is refused, and leaves the return as it is', async () => {
    const { leadId } = await sold('PLAIN');
    const { returnId } = (await request({ leadId })).data;
    await adjust(leadId, -42.5);
    expect(causeOf(await decide('approveReturn', returnId))).toEqual([409, 'INVALID_STATE', 'nothing_left']);
    const { returns } = (await world.call('listReturns', { query: { limit: '1' } })).data;
    expect(returns[0]).toMatchObject({ returnId, status: 'requested' });
    expect(await amountsOf(leadId)).toEqual([-42.5, 42.5]);
    await adjust(leadId, 10);
    expect((await decide('approveReturn', returnId)).data).toMatchObject({
      status: 'approved',
      amount: 42.5,
    });
    expect(await amountsOf(leadId)).toEqual([-10, 10, -42.5, 42.5]);
  });

  it('a bulk update sets the status and books nothing', async () => {
    const { leadId } = await sold('PLAIN');
    await adjust(leadId, -42.5);
    for (const modifiedCount of [1, 0]) expect((await setReturned(leadId)).data).toEqual({ modifiedCount });
    expect(await amountsOf(leadId)).toEqual([-42.5, 42.5]);
    expect(await statusOf(leadId)).toBe('returned');
  });
});

describe('many requests at once', () => {
  const statuses = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status).sort();

  // The document of a quota is begun once, so each round has a campaign of its own.
  it.each([undefined, 15])('for one sale leave one return, at most %s percent', async (maximumPercent) => {
    for (let round = 0; round < 10; round += 1) {
      const campaignId = `${maximumPercent ?? 'NO'}P${round}`;
      await newCampaign(campaignId, { ...(maximumPercent !== undefined && { maximumPercent }) });
      const { leadId } = await sold(campaignId);
      const answers = await Promise.all(Array.from({ length: 10 }, () => request({ leadId })));
      const causes = answers.filter(({ status }) => status !== 201).map(causeOf);
      expect(causes).toEqual(Array(9).fill([409, 'INVALID_STATE', 'already_requested']));
    }
  });

  it('for the first twenty sales of a campaign without a quota are all accepted', async () => {
    for (let round = 0; round < 5; round += 1) {
      await newCampaign(`TW${round}`, {});
      const leads = await Promise.all(Array.from({ length: 20 }, () => sold(`TW${round}`)));
      const answers = await Promise.all(leads.map(({ leadId }) => request({ leadId })));
      expect(statuses(answers)).toEqual(Array(20).fill(201));
    }
  });
});
