/** Finding a lead, reading why it was routed as it was, and revealing its masked data. */
import {
  adminGetLeadsCsv,
  adminGetLeadTimeline,
  adminListAudit,
  adminListLeads,
  adminRevealLead,
  adminSearchLeads,
  type Campaign,
  type LeadData,
  type Moment,
  type SentenceView,
} from '@sluice/contracts';
import { buildRequest, destinationOf, requestFingerprint, searchWords } from '@sluice/domain';
import { simulateLead } from '@sluice/pipeline';
import { accepted, aSubmission, duringTests, nextNumber, putItem } from '@sluice/testing';
import { aBuyer, aSoldLead, campaign, client, endpoint } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(() => aBuyer(world.stores));

const alpha = { tenantId: 'alpha' };
const ada: LeadData = {
  firstName: 'Ada',
  lastName: 'Nuñez',
  email: 'ada@example.com',
  phone: '+16505551212',
  questionnaire: { injury: 'yes' },
  address: { state: 'CA' },
};

/** A lead of `alpha` that its buyer refused, with every record that a real lead leaves on the way. */
async function aLead(data: LeadData = ada, to: Campaign = campaign): Promise<string> {
  const { stores } = world;
  const of = stores.forTenant('alpha');
  const submissionId = `sub_9${String(nextNumber()).padStart(25, '0')}`;
  const submission = aSubmission({ tenantId: 'alpha', submissionId, campaignId: to.campaignId, data });
  const { newLead } = accepted(submission);
  await stores.accept({ submission, newLead: { ...newLead, search: searchWords(data) } });
  const { decisions } = await simulateLead(stores, submission);
  for (const { stage, decision } of decisions)
    await of.journal.record(submission, stage, 0, decision, stores.clock.now());
  const { leadId } = submission;
  const destination = destinationOf({ campaign: to, client, endpoints: [endpoint] });
  if (destination.kind === 'none') throw new Error('no destination');
  const request = buildRequest(destination, {
    leadId,
    submissionId,
    campaignId: to.campaignId,
    data,
    isTest: false,
    acceptedAt: stores.clock.now(),
  });
  if (request.kind !== 'request') throw new Error('no request');
  const at = stores.clock.now();
  const attempt = {
    n: 1,
    url: request.url,
    sent: requestFingerprint(request),
    startedAt: at,
    leaseUntil: at,
  };
  await of.attempts.claim({ submissionId, generation: 0 }, attempt);
  const reason = 'Ada Nuñez is on our list';
  const answer = JSON.stringify({ error: reason, token: 'buyer-token' });
  await of.attempts.conclude({ submissionId, generation: 0 }, 1, {
    kind: 'rejected',
    reason,
    endedAt: at,
    durationMs: 31,
    status: 409,
    answer,
  });
  const decision = { kind: 'rejected', reason, trace: [] } as const;
  await of.journal.record(submission, 'delivery', 0, decision, at);
  await of.conclusions.close(submissionId, { end: { status: 'rejected', reason, endedAt: at } });
  await of.leads.recordStatus(leadId, { status: 'rejected', reason, ended: true, submissionId, at });
  return leadId;
}

const search = async (text: string, more: Record<string, unknown> = {}) =>
  (await world.call(adminSearchLeads, { params: alpha, body: { search: text, ...more } })).data;

/** Every sentence of a timeline, reasons included. */
const words = (moments: readonly Moment[]): readonly string[] => {
  const textsOf = ({ text, of = [] }: SentenceView): readonly string[] => [text, ...of.flatMap(textsOf)];
  return moments.flatMap(({ what }) => textsOf(what));
};

describe('leads are searched', () => {
  it.each(['ada@example.com', '(650) 555-1212', '+1 650.555.1212', 'nun', 'ada nunez', 'NUÑEZ'])(
    'by %s',
    async (text) => {
      const leadId = await aLead();
      const { leads } = await search(text);
      expect(leads.map((lead) => lead.leadId)).toContain(leadId);
      await world.stores.forTenant('alpha').removal.erase(leadId);
      expect((await search(text)).leads.map((lead) => lead.leadId)).not.toContain(leadId);
      expect((await search(leadId)).leads.map((lead) => lead.leadId)).toEqual([leadId]);
    },
  );

  it('page by page, by the beginning of a name, and never of another tenant', async () => {
    const ids = [await aLead({ ...ada, lastName: 'Zola' }), await aLead({ ...ada, lastName: 'Zabel' })];
    const first = await search('zo', { limit: 1 });
    expect([first.order, first.leads.map(({ leadId }) => leadId), first.nextCursor]).toEqual([
      'name',
      [ids[0]],
      null,
    ]);
    const both = await search('z', { limit: 1 });
    const rest = await search('z', { limit: 1, cursor: both.nextCursor! });
    expect([...both.leads, ...rest.leads].map(({ leadId }) => leadId)).toEqual([ids[1], ids[0]]);
    const beta = await world.call(adminSearchLeads, { params: { tenantId: 'beta' }, body: { search: 'z' } });
    expect(beta.data.leads).toEqual([]);
  });

  it('without identifying the person', async () => {
    const leadId = await aLead();
    const { leads } = await search(leadId);
    expect(leads[0]?.person).toEqual({ name: 'A… N…', email: 'a…@example.com', phone: '…1212' });
    expect(JSON.stringify(leads)).not.toMatch(/Ada|Nuñez|555/);
  });

  it('with filters, and an unknown status is refused', async () => {
    const leadId = await aLead({ ...ada, lastName: 'Quint' });
    expect(
      (await search('quint', { status: ['rejected', 'failed'] })).leads.map((lead) => lead.leadId),
    ).toEqual([leadId]);
    expect((await search('quint', { status: ['delivered'] })).leads).toEqual([]);
    expect((await search('quint', { campaignIds: ['OTHER'] })).leads).toEqual([]);
    const list = async (query: Record<string, string>) =>
      world.call(adminListLeads, { params: alpha, query });
    const listed = (await list({ status: 'rejected,failed', campaignIds: 'OTHER,ACMRU' })).data;
    expect(listed.leads.map((lead) => lead.leadId)).toContain(leadId);
    expect((await list({ campaignIds: 'OTHER' })).data.leads).toEqual([]);
    expect((await list({ status: 'lost' })).error?.code).toBe('VALIDATION_ERROR');
    const lost = await world.call(adminSearchLeads, {
      params: alpha,
      body: { search: 'quint', status: ['lost'] },
    });
    expect(lost.error?.code).toBe('VALIDATION_ERROR');
  });

  it('with the buyer and the price of its latest sale, and the names of what the page names by ids', async () => {
    const leadId = await aSoldLead(world.stores, 'TEXAS');
    const { data } = await world.call(adminListLeads, { params: alpha, query: { campaignIds: 'TEXAS' } });
    expect(data.leads.find((lead) => lead.leadId === leadId)?.sale).toEqual({
      campaignId: 'TEXAS',
      clientId: 'cli_acme',
      amount: 42.5,
      currency: 'USD',
    });
    expect(data.names).toMatchObject({
      campaigns: { TEXAS: 'Acme TEXAS' },
      clients: { cli_acme: 'Acme' },
    });
    const unsold = await aLead();
    const { leads } = await search(unsold);
    expect(leads[0]).not.toHaveProperty('sale');
  });

  it('refuse a filter that they would leave out: who took a lead is asked of the leads behind a number', async () => {
    const query = { placedCampaignIds: 'TEXAS' };
    for (const list of [adminListLeads, adminGetLeadsCsv]) {
      const { error } = await world.call(list, { params: alpha, query });
      expect(error?.details).toEqual(['placedCampaignIds: goes with counted only']);
      const counted = await world.call(list, { params: alpha, query: { ...query, counted: 'delivered' } });
      expect(counted.error).toBeUndefined();
    }
  });

  it('in a body only: an address with a search is refused', async () => {
    const { error } = await world.call(adminListLeads, { params: alpha, query: { search: 'ada' } });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: [expect.stringContaining('search')] });
    expect((await world.call(adminSearchLeads, { params: alpha, body: {} })).error?.code).toBe(
      'VALIDATION_ERROR',
    );
  });

  it.each(['ada@example.com', '(650) 555-1212', 'nun', 'lead_1', '…'])(
    'by the role operate only, when it is for a person: %s',
    async (text) => {
      const body = { search: text };
      const { error } = await world.call(adminSearchLeads, { params: alpha, body, key: world.keys.view });
      expect(error?.code).toBe('FORBIDDEN');
      const allowed = await world.call(adminSearchLeads, { params: alpha, body, key: world.keys.operate });
      expect(allowed.error).toBeUndefined();
    },
  );

  it('by every role when it is for an id, or lists them', async () => {
    const leadId = await aLead();
    const key = world.keys.view;
    const body = { search: ` ${leadId.toLowerCase()} ` };
    const { data } = await world.call(adminSearchLeads, { params: alpha, body, key });
    expect(data.leads.map((lead) => lead.leadId)).toEqual([leadId]);
    expect((await world.call(adminListLeads, { params: alpha, key })).data.leads.length).toBeGreaterThan(0);
  });

  it('with an audit entry that says who searched how and whom it found, and never what was searched for', async () => {
    const leadId = await aLead({ ...ada, lastName: 'Searched' });
    const key = world.keys.operate;
    for (const text of ['searched@example.com', '+1 650 555 1299', 'searched'])
      await world.call(adminSearchLeads, { params: alpha, body: { search: text }, key });
    const { data } = await world.call(adminListAudit, { query: { limit: '3' } });
    expect(data.entries.map(({ who, action, about, outcome }) => [who, action, about, outcome])).toEqual(
      ['name', 'phone', 'email'].map((by) => [
        ...['who may operate', 'adminSearchLeads', { tenantId: 'alpha', by }, 'done'],
      ]),
    );
    expect(data.entries[0]?.result).toEqual({ found: 1, leads: leadId });
    expect(JSON.stringify(data)).not.toMatch(/searched@|555.?1299|"searched"/i);
  });
});

describe("a lead's timeline", () => {
  it('says in plain words which rules it matched on which values, and why it did not match the others', async () => {
    const params = { ...alpha, leadId: await aLead() };
    const { data } = await world.call(adminGetLeadTimeline, { params });
    expect(words(data.moments)).toEqual(
      expect.arrayContaining([
        'Submitted to campaign ACMRU.',
        'Qualified.',
        'Disqualification “Not hurt” did not match.',
        'injury is “no”: no, it is “yes”',
        'Routed to campaign ACMRU, client cli_acme.',
        'Routing rule “Texans” did not match.',
        'state is “TX”: no, it is “CA”',
        'Campaign ACMRU, the campaign it was sent to, takes the lead.',
      ]),
    );
    expect(data.can).toEqual(['repost', 'deliver', 'move', 'erase']);
  });

  it("holds neither personal data nor the buyer's words nor credentials", async () => {
    const params = { ...alpha, leadId: await aLead() };
    const { data } = await world.call(adminGetLeadTimeline, { params });
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/Ada|Nuñez|6505551212|ada@|on our list|buyer-token|s3cret/);
    expect(data.moments.find(({ kind }) => kind === 'attempt')?.calls?.[0]).toMatchObject({
      status: 409,
      request: { method: 'POST', url: 'https://buyer.example', headers: { 'X-Api-Key': '••••' } },
      answer: { characters: 58 },
    });
  });

  it('shows everything but credentials once an operator reveals it, and names that operator', async () => {
    const params = { ...alpha, leadId: await aLead() };
    const { data } = await world.call(adminRevealLead, { params, key: world.keys.operate });
    const text = JSON.stringify(data);
    expect(text).toMatch(/Ada Nuñez is on our list/);
    expect(data.fields).toContainEqual({ name: 'phone', value: '+16505551212' });
    expect(text).not.toMatch(/buyer-token|s3cret/);
    const again = await world.call(adminGetLeadTimeline, { params });
    expect(words(again.data.moments)).toContain('who may operate viewed the personal data (admin key).');
  });

  it('says whether a request is the one that was sent, or the one that would be sent now', async () => {
    const { deliveryEndpoints } = world.stores.forTenant('alpha');
    const params = { ...alpha, leadId: await aLead() };
    const request = async () => {
      const { data } = await world.call(adminRevealLead, { params });
      return data.moments.find(({ kind }) => kind === 'attempt')?.calls?.[0]?.request;
    };
    const before = await request();
    expect(before?.note).toMatch(/matches the request that was sent/);
    expect(JSON.parse(before?.body ?? '')).toMatchObject({ phone: '+16505551212' });
    await putItem(deliveryEndpoints, 'ep_acme', { ...endpoint, fields: { tel: 'phone' } });
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline && (await request())?.note.includes('matches'))
      await new Promise((r) => setTimeout(r, 100));
    expect((await request())?.note).toMatch(/the request that was sent differed/);
    await putItem(deliveryEndpoints, 'ep_acme', endpoint);
  });

  it('of an erased lead still shows its decisions', async () => {
    const leadId = await aLead();
    await world.stores.forTenant('alpha').removal.erase(leadId);
    const { data } = await world.call(adminRevealLead, { params: { ...alpha, leadId } });
    expect(words(data.moments)).toContain('Routed to campaign ACMRU, client cli_acme.');
    expect(data).toMatchObject({ fields: [], can: [] });
    expect(data.erasedAt).toMatch(/Z$/);
    // A fingerprint would allow guessing the request.
    const { attempts } = world.stores.forTenant('alpha');
    expect((await attempts.of(leadId.replace('lead_', 'sub_')))[0]).not.toHaveProperty('sent');
    expect(JSON.stringify(data)).not.toMatch(/Ada|Nuñez|6505551212/);
  });

  it('of another tenant is NOT_FOUND, and revealing it changes nothing', async () => {
    const leadId = await aLead();
    for (const endpoint of [adminGetLeadTimeline, adminRevealLead] as const) {
      const { error } = await world.call(endpoint, { params: { tenantId: 'beta', leadId } });
      expect(error?.code).toBe('NOT_FOUND');
    }
  });
});

describe('leads as CSV', () => {
  it('are the list of the same filters with personal data, in parts, and the audit says who took how many', async () => {
    const to = { ...campaign, campaignId: 'TABLE' };
    await putItem(world.stores.forTenant('alpha').campaigns, 'TABLE', to);
    const formula = { ...ada, firstName: '=cmd()', questionnaire: { injury: 'a "cut"', list: ['x', 'y'] } };
    const ids = [await aLead(ada, to), await aLead(formula, to)];
    const key = await world.memberKey({ ...alpha, role: 'manager' });
    const take = (query: Readonly<Record<string, string>>) =>
      world.call(adminGetLeadsCsv, { params: alpha, query: { campaignIds: 'TABLE', ...query }, key });
    const columns = 'leadId,firstName,email,injury,list';
    const [first, whole] = [await take({ columns, limit: '1' }), await take({ columns })];
    const second = await take({ columns, limit: '1', cursor: first.data.nextCursor ?? '' });
    expect(first.data.csv + second.data.csv).toBe(whole.data.csv);
    expect(whole.data.csv.split('\r\n').slice(1, -1).sort()).toEqual(
      [
        `${ids[0]},Ada,ada@example.com,yes,`,
        `${ids[1]},'=cmd(),ada@example.com,"a ""cut""","[""x"",""y""]"`,
      ].sort(),
    );
    const { data } = await take({});
    expect(data.csv.split('\r\n')[0]).toMatch(
      /^date,time,leadId,.*firstName,lastName,email,phone,.*price,currency/,
    );
    expect(data.csv).toContain('+16505551212');
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      action: 'adminGetLeadsCsv',
      who: 'the manager of alpha',
      result: { leads: 2 },
    });
    expect(JSON.stringify(entry)).not.toMatch(/ada@example|650/);
  });

  it('are taken by those who may ask about people, and hold nothing of an erased one', async () => {
    const to = { ...campaign, campaignId: 'GONE' };
    await putItem(world.stores.forTenant('alpha').campaigns, 'GONE', to);
    await aLead(
      { ...ada, firstName: undefined, lastName: undefined, email: undefined, phone: undefined },
      to,
    );
    const query = { campaignIds: 'GONE', columns: 'firstName,email,phone,status' };
    const analyst = await world.memberKey({ ...alpha, role: 'analyst' });
    for (const key of [world.keys.view, analyst])
      expect((await world.call(adminGetLeadsCsv, { params: alpha, query, key })).status).toBe(403);
    const { data } = await world.call(adminGetLeadsCsv, { params: alpha, query, key: world.keys.operate });
    expect(data.csv).toMatch(/^firstName,email,phone,status\r\n,,,\w+\r\n$/);
  });
});
