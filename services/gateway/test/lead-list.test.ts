import { aLead, startWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const create = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await world.call('createLead', { body: aLead(changes) })).data.leadId;

const list = async (query: Record<string, string> = {}) => (await world.call('listLeads', { query })).data;
const idsOf = (page: { leads: { leadId: string }[] }) => page.leads.map(({ leadId }) => leadId);

describe('GET /leads', () => {
  it('pages from the newest to the oldest, neither repeating nor skipping while leads arrive', async () => {
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

  it('has an item for each lead with its own fields and outcome', async () => {
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

  it('brings limit into 1 to 100 and takes 50 for what is no number', async () => {
    for (let n = 0; n < 60; n += 1) await create();
    expect((await list()).leads).toHaveLength(50);
    expect((await list({ limit: 'many' })).leads).toHaveLength(50);
    expect((await list({ limit: '0' })).leads).toHaveLength(1);
    expect((await list({ limit: '-5' })).leads).toHaveLength(1);
    expect((await list({ limit: '1000' })).leads.length).toBeLessThanOrEqual(100);
  });

  it('searches whole words of the names, the mail address, the phone however it is spelled, and the leadId', async () => {
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

  it('narrows by campaign, client, offer, status and creation time, each list meaning any of it', async () => {
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

  it('never refuses a query, and takes operators for the plain names that they are', async () => {
    const all = await list({ limit: '5' });
    for (const query of [
      { 'status[$ne]': 'new' },
      { status: 'no-such-status' },
      { startDate: 'yesterday' },
      { cursor: '../../x' },
      { unknown: 'x' },
    ]) {
      const page = await list({ ...query, limit: '5' });
      expect({ query, ids: idsOf(page) }).toEqual({ query, ids: idsOf(all) });
    }
  });
});
