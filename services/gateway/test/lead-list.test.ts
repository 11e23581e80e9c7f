import { duringTests } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const create = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await world.call('createLead', { body: aLead(changes) })).data.leadId;

const list = async (query: Record<string, string> = {}) => (await world.call('listLeads', { query })).data;
const idsOf = (page: { leads: { leadId: string }[] }) => page.leads.map(({ leadId }) => leadId);

describe('GET /leads', () => {
  it('returns pages from the newest to the oldest, without repetition or omission while leads arrive', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.push(await create());
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: '3', ...(cursor !== undefined && { cursor }) });
      seen.push(...idsOf(page));
      await create();
      cursor = page.nextCursor ?? undefined;
      expect(page.hasMore).toBe(cursor !== undefined);
    } while (cursor !== undefined);
    expect(seen).toEqual([...made].reverse());
  });

  it('returns each lead with its own fields and outcome', async () => {
    const { data } = await world.call('submitLead', { body: aLead({ isTest: true }) });
    const [item] = (await list({ limit: '1' })).leads;
    expect(item).toMatchObject({
      leadId: data.leadId,
      campaignId: 'ACMRU',
      clientId: 'cli_alpha',
      offerId: 'off_alpha',
      firstName: 'Ada',
      status: 'pending',
      isTest: true,
      lastSubmissionId: data.submissionId,
    });
  });

  it('searches whole words of the names, the email address, the phone in any spelling, and the leadId', async () => {
    const id = await create({
      firstName: 'Mary-Jane',
      lastName: 'Van Dyke',
      email: 'mj@find.example',
      phone: '+12125550187',
    });
    for (const search of [
      'mary-jane',
      'DYKE',
      'van dyke',
      'MJ@find.example',
      '(212) 555-0187',
      '+1 212 555 0187',
      id,
    ]) {
      expect({ search, found: idsOf(await list({ search })) }).toEqual({ search, found: [id] });
    }
    for (const search of ['dyk', 'find.example', '.*', 'mary bob']) {
      expect({ search, found: idsOf(await list({ search })) }).toEqual({ search, found: [] });
    }
  });

  it('filters by campaign, client, offer, status and creation time, each list matching any of its values', async () => {
    await world.call('createCampaign', {
      body: { campaignId: 'OTHER', name: 'Other', clientId: 'cli_alpha', offerId: 'off_alpha' },
    });
    const before = new Date().toISOString();
    const id = await create({ campaignId: 'OTHER' });
    expect(idsOf(await list({ campaignIds: 'OTHER' }))).toEqual([id]);
    expect(idsOf(await list({ campaignIds: 'NONE, OTHER' }))).toEqual([id]);
    expect(idsOf(await list({ clientIds: 'cli_beta' }))).toEqual([]);
    expect(idsOf(await list({ offerIds: 'off_alpha,x', limit: '1' }))).toEqual([id]);
    expect(idsOf(await list({ status: 'new', campaignIds: 'OTHER' }))).toEqual([id]);
    expect(idsOf(await list({ status: 'delivered' }))).toEqual([]);
    expect(idsOf(await list({ startDate: before }))).toEqual([id]);
    expect(idsOf(await list({ startDate: '2999-01-01' }))).toEqual([]);
    expect(idsOf(await list({ endDate: '2020-01-01' }))).toEqual([]);
  });

  it('ignores unknown query filters, and reads MongoDB operators as plain names', async () => {
    const all = await list({ limit: '5' });
    const odd: readonly Record<string, string>[] = [
      { 'status[$ne]': 'new' },
      { unknown: 'x' },
      { search: '' },
      { cursor: '' },
    ];
    for (const query of odd) {
      const page = await list({ ...query, limit: '5' });
      expect({ query, ids: idsOf(page) }).toEqual({ query, ids: idsOf(all) });
    }
  });

  it.each<Record<string, string>>([
    { status: 'held' },
    { status: 'no-such-status,neither-this' },
    { status: '' },
    { startDate: 'yesterday' },
    { endDate: '2026-02-30' },
    { startDate: '' },
    { cursor: '../../x' },
    { cursor: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' },
    { campaignIds: 'NONE' },
    { clientIds: ',' },
    { offerIds: '' },
  ])('returns an empty page, never all leads, for a filter that nothing can match: %j', async (query) => {
    await create();
    expect(await list(query)).toEqual({ leads: [], nextCursor: null, hasMore: false });
  });

  it('orders a lead by its creation time, even if its id was generated long before', async () => {
    const before = await create();
    const leadId = 'lead_01KA0000000000000000000000';
    const { createdAt } = (await world.alpha.stores.leads.find(before))!;
    const at = new Date(createdAt.getTime() + 1);
    const startDate = at.toISOString();
    await world.alpha.stores.leads.ensure({
      lead: {
        tenantId: 'alpha',
        leadId,
        campaignId: 'ACMRU',
        data: { firstName: 'Late' },
        isTest: false,
        status: 'new',
        createdAt: at,
        updatedAt: at,
        lastSubmissionId: 'sub_late',
      },
      search: [],
    });
    expect(idsOf(await list({ limit: '2' }))).toEqual([leadId, before]);
    expect(idsOf(await list({ startDate }))).toEqual([leadId]);
    const [next] = idsOf(await list({ cursor: leadId, limit: '1' }));
    expect(next).toBe(before);
  });

  it('returns each of many leads created in one instant once', async () => {
    const createdAt = new Date('2020-05-05T05:05:05.005Z');
    const ids = Array.from({ length: 7 }, (_, n) => `lead_01E0000000000000000000000${n}`);
    for (const leadId of ids) {
      await world.alpha.stores.leads.ensure({
        lead: {
          tenantId: 'alpha',
          leadId,
          campaignId: 'ACMRU',
          data: { firstName: 'Same' },
          isTest: false,
          status: 'new',
          createdAt,
          updatedAt: createdAt,
          lastSubmissionId: 'sub_same',
        },
        search: [],
      });
    }
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const span = { startDate: '2020-05-05', endDate: '2020-05-05', limit: '2' };
      const page = await list({ ...span, ...(cursor !== undefined && { cursor }) });
      seen.push(...idsOf(page));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([...ids].reverse());
  });
});
