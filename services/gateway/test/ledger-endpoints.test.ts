import type { LedgerEntry } from '@sluice/contracts';
import { aSale, duringTests, putTenant } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const list = async (query: Record<string, string> = {}) => (await world.call('listLedger', { query })).data;
const idsOf = async (query: Record<string, string>) =>
  (await list(query)).entries.map(({ entryId }) => entryId);
const newLead = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await world.call('createLead', { body: aLead(changes) })).data.leadId;
const adjust = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.call('createAdjustment', {
    body: { amount: -12.5, currency: 'USD', note: 'agreed with the buyer', ...body },
    headers,
  });
const sale = (n: string, more: Partial<LedgerEntry> = {}): LedgerEntry =>
  aSale(n, {
    placedCampaignId: 'BORRU',
    clientId: 'cli_bo',
    offerId: 'off_bo',
    receivedAt: new Date('2026-10-31T12:00:00Z'),
    ...more,
  });

describe('GET /ledger', () => {
  beforeAll(async () => {
    const { ledger } = world.beta.stores;
    await ledger.book(sale('beta'));
    // In New York, the first of these is the last minute of 31 October and the second the first of 1 November.
    await world.alpha.stores.ledger.book(sale('1', { occurredAt: new Date('2026-11-01T03:59:59.999Z') }));
    await world.alpha.stores.ledger.book(
      sale('2', { occurredAt: new Date('2026-11-01T04:00:00Z'), minor: 0, unpriced: true }),
    );
    await world.alpha.stores.ledger.book(
      sale('3', { occurredAt: new Date('2026-11-02T04:59:59.999Z'), currency: 'JPY' }),
    );
    await world.alpha.stores.ledger.book(
      sale('4', { occurredAt: new Date('2026-11-02T05:00:00Z'), clientId: 'cli_alpha' }),
    );
    const tenant = await world.stores.tenants.find('alpha');
    await putTenant(world.stores.tenants, {
      ...tenant!,
      settings: { ...tenant!.settings, timezone: 'America/New_York' },
    });
  });

  it('shows entries newest first, page by page, with amounts as decimals of their currency', async () => {
    const first = await list({ limit: '3' });
    expect(first.entries.map(({ entryId, amount, currency }) => [entryId, amount, currency])).toEqual([
      ['sub_4.sale', 42.5, 'USD'],
      ['sub_3.sale', 4250, 'JPY'],
      ['sub_2.sale', 0, 'USD'],
    ]);
    expect(first).toMatchObject({ nextCursor: 'sub_2.sale', hasMore: true });
    const second = await list({ limit: '3', cursor: first.nextCursor ?? '' });
    expect(second).toEqual({
      entries: [
        {
          entryId: 'sub_1.sale',
          type: 'sale',
          amount: 42.5,
          currency: 'USD',
          leadId: 'lead_1',
          submissionId: 'sub_1',
          campaignId: 'ACMRU',
          placedCampaignId: 'BORRU',
          clientId: 'cli_bo',
          offerId: 'off_bo',
          occurredAt: '2026-11-01T03:59:59.999Z',
          receivedAt: '2026-10-31T12:00:00.000Z',
        },
      ],
      nextCursor: null,
      hasMore: false,
    });
    expect((await list()).entries.filter(({ unpriced }) => unpriced)).toMatchObject([
      { entryId: 'sub_2.sale' },
    ]);
  });

  it.each([
    [{ from: '2026-11-01', to: '2026-11-01' }, ['sub_3.sale', 'sub_2.sale']],
    [{ to: '2026-10-31' }, ['sub_1.sale']],
    [{ from: '2026-11-02' }, ['sub_4.sale']],
    [{ from: '2026-11-01T04:00:00Z', to: '2026-11-01T04:00:00Z' }, ['sub_2.sale']],
    [{ from: '2026-11-01T00:00:00-04:00', to: '2026-11-01' }, ['sub_3.sale', 'sub_2.sale']],
    [{ clientId: 'cli_alpha' }, ['sub_4.sale']],
    [{ leadId: 'lead_2' }, ['sub_2.sale']],
    [{ 'leadId[]': 'lead_2' }, ['sub_2.sale']],
    [{ 'clientId[0]': 'cli_alpha' }, ['sub_4.sale']],
    [{ campaignId: 'ACMRU', type: 'SALE', leadId: 'lead_1' }, ['sub_1.sale']],
  ])('by %j lists %j', async (query, ids) => {
    expect(await idsOf({ ...query })).toEqual(ids);
  });

  it.each<Record<string, string>>([
    { from: 'yesterday' },
    { from: '2026-02-30' },
    { to: '' },
    { from: '2026-11-02', to: '2026-11-01' },
    { type: 'refund' },
    { type: 'return' },
    { leadId: '' },
    { leadId: 'lead_beta' },
    // Of the campaign that was submitted to, not of the one that placed it.
    { campaignId: 'BORRU' },
    { clientId: 'cli_nobody' },
    { supplierId: 'sup_1' },
    { 'leadId[]': 'lead_none' },
    { cursor: 'sub_9.sale' },
    { cursor: 'sub_beta.sale' },
  ])('matches nothing by %j', async (query) => {
    expect(await list({ ...query })).toEqual({
      entries: [],
      nextCursor: null,
      hasMore: false,
    });
  });
});

describe('POST /ledger/adjustments', () => {
  it('books where the lead was sold, and the list shows the same entry', async () => {
    const leadId = await newLead();
    await world.alpha.stores.ledger.book(sale('sold', { leadId, offerId: 'off_sold' }));
    const { status, data } = await adjust({ leadId });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      type: 'adjustment',
      amount: -12.5,
      currency: 'USD',
      leadId,
      submissionId: 'sub_sold',
      campaignId: 'ACMRU',
      placedCampaignId: 'BORRU',
      clientId: 'cli_bo',
      offerId: 'off_sold',
      receivedAt: '2026-10-31T12:00:00.000Z',
      note: 'agreed with the buyer',
    });
    expect(world.alpha.key.startsWith(data.by ?? '-')).toBe(true);
    expect((await list({ leadId })).entries[0]).toEqual(data);
  });

  it('books on the campaign submitted to, if the lead was not sold', async () => {
    const leadId = await newLead();
    const { data } = await adjust({ leadId, amount: 1250, currency: 'jpy' });
    expect(data).toMatchObject({ amount: 1250, currency: 'JPY', campaignId: 'ACMRU', clientId: 'cli_alpha' });
    expect(data).not.toHaveProperty('placedCampaignId');
  });

  it('books once under one Idempotency-Key', async () => {
    const leadId = await newLead();
    const [one, two] = [
      await adjust({ leadId }, { 'Idempotency-Key': 'k1' }),
      await adjust({ leadId }, { 'Idempotency-Key': 'k1' }),
    ];
    expect(two.data).toEqual(one.data);
    expect(await idsOf({ leadId })).toEqual([one.data.entryId]);
  });

  it.each([
    [{ leadId: 'lead_beta' }, ['leadId: does not exist']],
    [{ amount: 0 }, ['amount: must not be 0']],
    [{ amount: 0.005 }, ['amount: must have at most 2 decimals in USD']],
    [{ amount: 0.5, currency: 'JPY' }, ['amount: must be a whole number in JPY']],
    [{ amount: 1e12 }, ['amount: must be at most 999999999999']],
    [{ currency: 'USX' }, ['currency: must be an ISO 4217 currency code']],
    [{ note: ' ' }, ['note: is required, and holds nothing visible']],
  ])('refuses %j', async (body, details) => {
    const { status, error } = await adjust({ leadId: await newLead(), ...body });
    expect([status, error?.code, error?.details]).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('refuses a test lead, which earns nothing', async () => {
    const { error } = await adjust({ leadId: await newLead({ isTest: true }) });
    expect(error?.details).toEqual(['leadId: is a test lead, and these earn nothing']);
  });

  it('keeps no words about a person who was erased', async () => {
    const leadId = await newLead();
    await adjust({ leadId });
    await world.alpha.stores.removal.erase(leadId);
    const { data } = await adjust({ leadId, amount: 3 });
    expect(data).not.toHaveProperty('note');
    const { entries } = await list({ leadId });
    expect(entries.map(({ amount, note }) => [amount, note])).toEqual([
      [3, undefined],
      [-12.5, undefined],
    ]);
  });
});
