/** Returns of sold leads over the interface: requests, decisions, quotas, lists, and what corrections change of them. */
import type { LedgerEntry } from '@sluice/contracts';
import { aSale, duringTests } from '@sluice/testing';
import { aLead, openGateway, type Answered } from './gateway.js';

const world = duringTests(openGateway);
const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms);
let sales = 0;
const newCampaign = async (campaignId: string, returns: object | undefined): Promise<void> => {
  const body = { campaignId, name: campaignId, clientId: 'cli_alpha', offerId: 'off_alpha' };
  const webhooks = { url: 'https://hooks.example' };
  await world.call('createCampaign', { body: { ...body, webhooks, ...(returns && { returns }) } });
};
/** A lead that this campaign placed, and its sale. */
const sold = async (placedCampaignId: string, more: Partial<LedgerEntry> = {}): Promise<LedgerEntry> => {
  const { leadId, submissionId } = (
    await world.call('createLead', { body: aLead({ campaignId: placedCampaignId }) })
  ).data;
  sales += 1;
  const of = {
    leadId,
    submissionId,
    campaignId: placedCampaignId,
    clientId: 'cli_alpha',
    offerId: 'off_alpha',
  };
  const when = { occurredAt: ago(sales), receivedAt: ago(3_600_000) };
  return world.alpha.stores.ledger.book(aSale(String(sales), { ...of, ...when, ...more }));
};
const ledgerOf = async (leadId: string) =>
  (await world.call('listLedger', { query: { leadId } })).data.entries.map(({ entryId, amount }) => [
    entryId,
    amount,
  ]);
const request = (body: Record<string, unknown>) =>
  world.call('requestReturn', { body: { reason: 'wrong_number', ...body } });
const decide = (operation: 'approveReturn' | 'denyReturn' | 'withdrawReturn', returnId: string, body = {}) =>
  world.call(operation, { params: { returnId }, body });
const setReturned = (...leadIds: string[]) =>
  world.call('bulkUpdateLeads', { body: { leadIds, updates: { status: 'returned' } } });
const adjust = (leadId: string, amount: number) =>
  world.call('createAdjustment', {
    body: { leadId, amount, currency: 'USD', note: 'agreed with the buyer' },
  });
const statusOf = async (leadId: string) => (await world.alpha.stores.leads.find(leadId))?.status;

/** The status of a refusal, its code, and the cause with which its details begin. */
function causeOf({ status, error }: Pick<Answered, 'status' | 'error'>) {
  return [status, error?.code, error?.details?.[0]?.split(':')[0]];
}

beforeAll(async () => {
  const returns = { reasons: ['wrong_number', 'outside_area'] };
  await newCampaign('LISTS', { ...returns, windowDays: 2 });
  await newCampaign('QUOTA', { maximumPercent: 15, windowDays: 365 });
  await newCampaign('ATONC', { autoApprove: true });
  await newCampaign('NONE', undefined);
  await newCampaign('PLAIN', { windowDays: 365 });
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

const eventsOf = async ({ submissionId }: LedgerEntry) =>
  (await world.alpha.stores.effects.ofSubmission(submissionId))
    .filter((effect) => effect.kind === 'webhook')
    .filter(({ trigger }) => trigger === 'lead.returned')
    .map(({ body }) => body.message);

/** The date in the tenant's time zone. */
const localDay = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' });

describe('POST /returns', () => {
  it('answers the return with the amount as sold, and changes nothing else yet', async () => {
    const { leadId, entryId } = await sold('LISTS');
    const { status, data } = await request({ leadId, note: 'rang twice' });
    expect(status).toBe(201);
    expect(data).toEqual({
      returnId: expect.stringMatching(/^ret_/) as string,
      status: 'requested',
      leadId,
      placedCampaignId: 'LISTS',
      clientId: 'cli_alpha',
      amount: 42.5,
      currency: 'USD',
      requestedAt: expect.any(String) as string,
      reason: 'wrong_number',
      note: 'rang twice',
    });
    expect(await ledgerOf(leadId)).toEqual([[entryId, 42.5]]);
    expect(await statusOf(leadId)).toBe('new');
  });

  it('finds the sale that a reference belongs to, which an erasure makes unfindable', async () => {
    const { leadId, submissionId } = await sold('LISTS', { reference: 'buyer-1', occurredAt: ago(hour) });
    // The lead was sold again since, under another reference.
    await world.alpha.stores.ledger.book({
      ...(await sold('LISTS', { reference: 'other-1' })),
      entryId: 'sub_again.sale',
      submissionId: 'sub_again',
      leadId,
      reference: 'buyer-2',
    });
    const { data } = await request({ reference: 'buyer-1' });
    expect(data).toMatchObject({ leadId, status: 'requested' });
    expect(await world.alpha.stores.returns.ofSale(submissionId)).toMatchObject({ returnId: data.returnId });
    const { entries } = (await world.call('listLedger', { query: { leadId } })).data;
    expect(entries.some((entry) => 'reference' in entry)).toBe(false);
    await world.alpha.stores.removal.erase(leadId);
    expect(causeOf(await request({ reference: 'buyer-2' }))).toEqual([404, 'NOT_FOUND', 'reference']);
  });

  it('refuses a reference that fits several leads, unless the client tells them apart', async () => {
    await sold('LISTS', { reference: 'same' });
    const { leadId } = await sold('LISTS', { reference: 'same', clientId: 'cli_bo' });
    expect(causeOf(await request({ reference: 'same' }))).toEqual([409, 'INVALID_STATE', 'ambiguous']);
    expect((await request({ reference: 'same', clientId: 'cli_bo' })).data).toMatchObject({ leadId });
  });

  it('of a lead that was sold to two clients is of the sale to the client that is named', async () => {
    const first = await sold('LISTS', { occurredAt: ago(hour) });
    const { leadId } = first;
    await world.alpha.stores.ledger.book({
      ...first,
      entryId: 'sub_bo.sale',
      submissionId: 'sub_bo',
      clientId: 'cli_bo',
      minor: 100,
      occurredAt: ago(1),
    });
    expect(causeOf(await request({ leadId, clientId: 'cli_none' }))).toEqual([
      409,
      'INVALID_STATE',
      'not_placed',
    ]);
    const { data } = await request({ leadId, clientId: 'cli_alpha' });
    expect(data).toMatchObject({ clientId: 'cli_alpha', amount: 42.5 });
    expect((await request({ leadId })).data).toMatchObject({ clientId: 'cli_bo', amount: 1 });
  });

  it.each([
    [{ leadId: 'lead_none' }, 404, 'NOT_FOUND', 'leadId'],
    [{ reference: 'none' }, 404, 'NOT_FOUND', 'reference'],
    [{}, 400, 'VALIDATION_ERROR', 'leadId'],
    [{ leadId: 'lead_1', reference: 'r' }, 400, 'VALIDATION_ERROR', 'leadId'],
    [{ leadId: 'lead_1', reason: undefined }, 400, 'VALIDATION_ERROR', 'reason'],
  ])('refuses %j with %d', async (body, ...refusal) => {
    expect(causeOf(await request(body))).toEqual(refusal);
  });

  it('names the first cause that applies', async () => {
    const { leadId } = (await world.call('createLead', { body: aLead() })).data;
    expect(causeOf(await request({ leadId }))).toEqual([409, 'INVALID_STATE', 'not_placed']);
    const none = await sold('NONE', { occurredAt: ago(30 * day) });
    expect(causeOf(await request({ leadId: none.leadId }))).toEqual([409, 'INVALID_STATE', 'no_returns']);
    const late = await sold('LISTS', { occurredAt: ago(4 * day) });
    const { error } = await request({ leadId: late.leadId });
    const lastDay = new Date(Date.parse(localDay(ago(4 * day))) + 2 * day).toISOString().slice(0, 10);
    expect(error?.details).toEqual([`too_late: the lead could be returned until ${lastDay}`]);
    const other = await request({ leadId: late.leadId, reason: 'bored' });
    expect(other.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: ['reason: must be one of wrong_number, outside_area'],
    });
    const returned = await sold('LISTS');
    const { data } = await request({ leadId: returned.leadId });
    await decide('denyReturn', data.returnId);
    expect(causeOf(await request({ leadId: returned.leadId }))).toEqual([
      409,
      'INVALID_STATE',
      'already_requested',
    ]);
  });

  it('of another tenant is not there', async () => {
    const { leadId } = await sold('LISTS');
    const { data } = await request({ leadId });
    const theirs = { params: { returnId: data.returnId }, body: {}, key: world.beta.key };
    expect((await world.call('approveReturn', theirs)).status).toBe(404);
    expect((await world.call('listReturns', { key: world.beta.key })).data.returns).toEqual([]);
  });
});

/** Noon of the tenth day of a past month. */
function monthsAgo(n: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 10, 12));
}

describe('the quota', () => {
  const past = monthsAgo(2);

  it('lets one of six be returned, exactly one of many that ask at once, and again after a denial', async () => {
    const six = [];
    for (let n = 0; n < 6; n += 1) six.push(await sold('QUOTA', { occurredAt: past }));
    const answers = await Promise.all(six.map(({ leadId }) => request({ leadId })));
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ error }) => error?.details[0]))).toEqual(
      new Set([
        `over_quota: at most 15 percent of the leads that QUOTA placed in ${past.toISOString().slice(0, 7)} may be returned`,
      ]),
    );
    const { leadId } = six[answers.findIndex(({ status }) => status === 409)]!;
    await decide('denyReturn', accepted[0]!.data.returnId);
    const next = await request({ leadId });
    expect(next.status).toBe(201);
    await decide('withdrawReturn', next.data.returnId);
    const third = six[answers.findLastIndex(({ status }) => status === 409)]!;
    expect((await request({ leadId: third.leadId })).status).toBe(201);
    // What was placed in a past month is kept, whatever is booked for it later.
    for (let n = 0; n < 8; n += 1) await sold('QUOTA', { occurredAt: past });
    const late = await sold('QUOTA', { occurredAt: past });
    expect(causeOf(await request({ leadId: late.leadId }))).toEqual([409, 'INVALID_STATE', 'over_quota']);
  });

  it('of a running month admits as many of those that ask at once as it has room for', async () => {
    await newCampaign('MANY', { maximumPercent: 15 });
    const leads = await Promise.all(Array.from({ length: 21 }, () => sold('MANY')));
    const answers = await Promise.all(leads.map(({ leadId }) => request({ leadId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(17);
  });

  it('of a running month grows with what is placed', async () => {
    const leads = [];
    for (let n = 0; n < 7; n += 1) leads.push(await sold('QUOTA'));
    const [one, two, three] = leads.map(({ leadId }) => leadId);
    expect((await request({ leadId: one })).status).toBe(201);
    expect((await request({ leadId: two })).status).toBe(201);
    expect(causeOf(await request({ leadId: three }))).toEqual([409, 'INVALID_STATE', 'over_quota']);
    for (let n = 0; n < 7; n += 1) await sold('QUOTA');
    expect((await request({ leadId: three })).status).toBe(201);
  });
});

describe('a decision about a return', () => {
  it('approved takes the sale back, and says so with the reason', async () => {
    const sale = await sold('LISTS');
    const { data } = await request({ leadId: sale.leadId });
    const { status, data: approved } = await decide('approveReturn', data.returnId, { note: 'heard it' });
    expect(status).toBe(200);
    expect(approved).toMatchObject({ ...data, status: 'approved', decisionNote: 'heard it' });
    expect(await ledgerOf(sale.leadId)).toEqual([
      [`${sale.submissionId}.return`, -42.5],
      [sale.entryId, 42.5],
    ]);
    expect(await statusOf(sale.leadId)).toBe('returned');
    const [event, ...others] = await eventsOf(sale);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'lead.returned',
      data: { status: 'returned', reason: 'wrong_number' },
    });
  });

  it('of several at once is one', async () => {
    const sale = await sold('LISTS');
    const { returnId } = (await request({ leadId: sale.leadId })).data;
    const operations = ['approveReturn', 'denyReturn', 'withdrawReturn', 'approveReturn'] as const;
    const answers = await Promise.all(operations.map((operation) => decide(operation, returnId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.data.status;
    expect((await ledgerOf(sale.leadId)).length).toBe(won === 'approved' ? 2 : 1);
    expect(answers.find(({ status }) => status === 409)?.error?.details).toEqual([
      `already_decided: the return is ${won}`,
    ]);
  });

  it('is made at once where the campaign says so', async () => {
    const sale = await sold('ATONC');
    const { data } = await request({ leadId: sale.leadId });
    expect(data.status).toBe('approved');
    expect((await ledgerOf(sale.leadId))[0]).toEqual([`${sale.submissionId}.return`, -42.5]);
    expect(await statusOf(sale.leadId)).toBe('returned');
  });

  it('leaves a status that a newer submission determines', async () => {
    const before = { submissionId: 'sub_before', entryId: 'sub_before.sale' };
    const sale = await sold('LISTS', before);
    const { returnId } = (await request({ leadId: sale.leadId })).data;
    await decide('approveReturn', returnId);
    expect(await statusOf(sale.leadId)).toBe('new');
    expect((await ledgerOf(sale.leadId))[0]).toEqual(['sub_before.return', -42.5]);
    expect(await eventsOf(sale)).toHaveLength(1);
  });
});

describe('a bulk update to returned', () => {
  it('is an approved return without a reason, booked once, whatever window and terms say', async () => {
    const late = await sold('LISTS', { occurredAt: ago(90 * day) });
    const none = await sold('NONE');
    const unsold = (await world.call('createLead', { body: aLead() })).data.leadId;
    for (const modifiedCount of [3, 0])
      expect((await setReturned(late.leadId, none.leadId, unsold, unsold)).data).toEqual({ modifiedCount });
    for (const { leadId, submissionId, entryId } of [late, none])
      expect(await ledgerOf(leadId)).toEqual([
        [`${submissionId}.return`, -42.5],
        [entryId, 42.5],
      ]);
    expect(await ledgerOf(unsold)).toEqual([]);
    expect(await statusOf(unsold)).toBe('returned');
    expect(await eventsOf(late)).toHaveLength(1);
    const { returns } = (await world.call('listReturns', { query: { campaignId: 'NONE' } })).data;
    expect(returns).toHaveLength(1);
    expect(returns[0]).toMatchObject({ leadId: none.leadId, status: 'approved', amount: 42.5 });
    expect(returns[0]).not.toHaveProperty('reason');
  });

  it.each(['requested', 'denied'])('approves a return that is %s', async (status) => {
    const sale = await sold('LISTS');
    const { data } = await request({ leadId: sale.leadId });
    if (status === 'denied') await decide('denyReturn', data.returnId, { note: 'no' });
    await setReturned(sale.leadId);
    const { returns } = (await world.call('listReturns', { query: { limit: '1' } })).data;
    expect(returns[0]).toMatchObject({ returnId: data.returnId, status: 'approved', reason: 'wrong_number' });
    expect(await ledgerOf(sale.leadId)).toHaveLength(2);
    expect(causeOf(await decide('denyReturn', data.returnId))).toEqual([
      409,
      'INVALID_STATE',
      'already_decided',
    ]);
  });

  it('counts in the quota', async () => {
    const leads = [];
    const at = monthsAgo(4);
    for (let n = 0; n < 3; n += 1) leads.push(await sold('QUOTA', { occurredAt: at }));
    await setReturned(leads[0]!.leadId, leads[1]!.leadId);
    expect(causeOf(await request({ leadId: leads[2]!.leadId }))).toEqual([
      409,
      'INVALID_STATE',
      'over_quota',
    ]);
  });

  it('that is refused returns no lead', async () => {
    const { leadId } = await sold('LISTS');
    const body = { leadIds: [leadId], updates: { status: 'returned', notes: 1 } };
    expect((await world.call('bulkUpdateLeads', { body })).status).toBe(400);
    expect(await ledgerOf(leadId)).toHaveLength(1);
  });
});

describe('GET /returns', () => {
  const list = async (query: Record<string, string>) => (await world.call('listReturns', { query })).data;
  const idsOf = async (query: Record<string, string>) =>
    (await list(query)).returns.map(({ returnId }) => returnId);
  let ids: string[];
  beforeAll(async () => {
    await newCampaign('PAGES', {});
    ids = [];
    for (let n = 0; n < 3; n += 1)
      ids.unshift((await request({ leadId: (await sold('PAGES')).leadId })).data.returnId);
    await decide('withdrawReturn', ids[1]!);
  });

  it('is newest first, page by page', async () => {
    const first = await list({ campaignId: 'PAGES', limit: '2' });
    expect(first.returns.map(({ returnId }) => returnId)).toEqual(ids.slice(0, 2));
    expect(first).toMatchObject({ nextCursor: ids[1], hasMore: true });
    expect(await idsOf({ campaignId: 'PAGES', limit: '2', cursor: ids[1]! })).toEqual([ids[2]]);
  });

  it('is narrowed by status, client and days', async () => {
    const today = localDay(new Date());
    expect(await idsOf({ campaignId: 'PAGES', status: 'Withdrawn' })).toEqual([ids[1]]);
    expect(await idsOf({ campaignId: 'PAGES', status: 'withdrawn,requested,lost' })).toEqual(ids);
    expect(await idsOf({ 'campaignId[]': 'PAGES', 'status[0]': 'withdrawn' })).toEqual([ids[1]]);
    expect(await idsOf({ campaignId: 'PAGES', status: 'approved,requested', limit: '1' })).toEqual([ids[0]]);
    expect(await idsOf({ campaignId: 'PAGES', clientId: 'cli_alpha', from: today, to: today })).toEqual(ids);
  });

  it.each<Record<string, string>>([
    { status: 'opening' },
    { status: 'lost' },
    { status: 'lost,opening' },
    { status: '' },
    { clientId: 'cli_nobody' },
    { campaignId: 'ACMRU' },
    { from: 'yesterday' },
    { to: '2020-01-01' },
    { cursor: 'ret_none' },
  ])('matches nothing by %j', async (query) => {
    expect(await list({ ...query })).toEqual({
      returns: [],
      nextCursor: null,
      hasMore: false,
    });
  });
});

it('keeps no words about a person who was erased, and takes the reference out of the ledger', async () => {
  await newCampaign('WORDS', {});
  const sale = await sold('WORDS', { reference: 'gone' });
  const body = { leadId: sale.leadId, reason: 'Ada never answers', note: 'Ada' };
  const { returnId } = (await request(body)).data;
  await world.alpha.stores.removal.erase(sale.leadId);
  await decide('denyReturn', returnId, { note: 'Ada did' });
  expect(await world.alpha.stores.returns.find(returnId)).toMatchObject({
    status: 'denied',
    reason: 'erased',
  });
  const stored = JSON.stringify(await world.alpha.stores.returns.find(returnId));
  expect(stored).not.toContain('Ada');
});

describe.each(Object.entries(ways))('%s', (_way, { campaignId, by }) => {
  it('takes back what corrections have left of the sale', async () => {
    const { leadId, submissionId } = await sold(campaignId);
    for (const amount of [-42.5, 2.5]) await adjust(leadId, amount);
    await by(leadId);
    expect((await ledgerOf(leadId))[0]).toEqual([`${submissionId}.return`, -2.5]);
    expect((await amountsOf(leadId)).reduce<number>((sum, amount) => sum + Number(amount), 0)).toBe(0);
    expect(await statusOf(leadId)).toBe('returned');
  });
});

describe('of a sale that corrections have taken back', () => {
  it('a full quota is named first', async () => {
    await newCampaign('FULL', { maximumPercent: 0 });
    const { leadId } = await sold('FULL');
    await adjust(leadId, -42.5);
    expect(causeOf(await request({ leadId }))).toEqual([409, 'INVALID_STATE', 'over_quota']);
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
});
