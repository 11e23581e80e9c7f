/** What-ifs: about a lead that is typed in, and about changing a campaign. */
import {
  adminGetItem,
  adminListAudit,
  adminSimulateLead,
  adminWhatIfLead,
  adminWhatIfRecent,
  clientSchema,
  type SubmissionRecord,
} from '@sluice/contracts';
import { dedupeKeys } from '@sluice/domain';
import { simulateLead } from '@sluice/pipeline';
import { claimId } from '@sluice/store';
import { duringTests, putItem } from '@sluice/testing';
import { aLead } from './a-lead.js';
import { aBuyer, aCampaign, campaign, client, endpoint } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(() => aBuyer(world.stores));

const alpha = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');

const someone = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+16505551212' };

describe('what if', () => {
  /** A campaign with a change, as a form has it. */
  const changed = async (campaignId: string, change: Readonly<Record<string, unknown>>) => {
    const params = { ...alpha, section: 'campaigns', id: campaignId };
    const { data } = await world.call(adminGetItem, { params });
    return [{ section: 'campaigns', item: { ...data.item, ...change } }];
  };
  const notHurt = (value: string) => [
    {
      name: 'Not hurt',
      subRules: [{ conditions: [{ field: 'injury', operator: 'equals', value: [value] }] }],
    },
  ];

  it('about a lead that is typed in shows where it would go and why, and writes nothing', async () => {
    const lead = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'a@example.com',
      phone: '+16505551212',
      address: { state: 'TX' },
    };
    const before = await world.deps.reports.forTenant('alpha').leads.page({}, 100);
    const { data } = await world.call(adminWhatIfLead, {
      params: alpha,
      body: { campaignId: 'ACMRU', lead },
    });
    expect(data.now).toMatchObject({ label: 'sent to TEXAS', request: { method: 'POST' } });
    expect(JSON.stringify(data)).not.toContain('s3cret');
    expect(await world.deps.reports.forTenant('alpha').leads.page({}, 100)).toEqual(before);
  });

  it('about an invalid lead shows what is wrong with it', async () => {
    const body = { campaignId: 'ACMRU', lead: { firstName: 'Ada', email: 'nowhere' } };
    const { error } = await world.call(adminWhatIfLead, { params: alpha, body });
    expect(error?.code).toBe('VALIDATION_ERROR');
    expect(error?.details?.join('\n')).toMatch(/^lead\.email: /m);
  });

  it('about a changed campaign shows a listed lead before and after the change', async () => {
    const { leadId } = await aLead(world.stores, 'ACMRU', {
      firstName: 'Ada',
      questionnaire: { injury: 'yes' },
    });
    const items = await changed('ACMRU', { disqualificationConditionals: notHurt('yes') });
    const body = { campaignId: 'ACMRU', leadId, items };
    const { data } = await world.call(adminWhatIfLead, { params: alpha, body });
    expect([data.now?.label, data.changed?.label]).toEqual([
      'sent to ACMRU',
      'disqualified: a disqualification group matched',
    ]);
    expect((await of().campaigns.find('ACMRU'))?.disqualificationConditionals).toEqual(
      campaign.disqualificationConditionals,
    );
  });

  it('about a changed rule shows how many of the last real leads would end differently, which, and why', async () => {
    await putItem(
      of().campaigns,
      'RULED',
      aCampaign('RULED', { disqualificationConditionals: notHurt('no') }),
    );
    const answers = ['yes', 'no', 'maybe', 'yes'];
    const leads: SubmissionRecord[] = [];
    for (const injury of answers)
      leads.push(await aLead(world.stores, 'RULED', { firstName: 'Ada', questionnaire: { injury } }));
    await aLead(
      world.stores,
      'RULED',
      { firstName: 'Test', questionnaire: { injury: 'maybe' } },
      { isTest: true },
    );
    const items = await changed('RULED', { disqualificationConditionals: notHurt('maybe') });
    const body = { campaignId: 'RULED', items };
    const { data } = await world.call(adminWhatIfRecent, { params: alpha, body });
    expect([data.looked, data.differ]).toEqual([4, 2]);
    const disqualified = 'disqualified: a disqualification group matched';
    expect(data.groups).toHaveLength(2);
    expect(data.groups).toEqual(
      expect.arrayContaining([
        { from: disqualified, to: 'sent to RULED', count: 1 },
        { from: 'sent to RULED', to: disqualified, count: 1 },
      ]),
    );
    const turned = data.leads.find(({ leadId }) => leadId === leads[2]?.leadId);
    expect(turned).toMatchObject({
      to: { label: disqualified },
      because: { text: 'Disqualified: a disqualification group matched.' },
    });
    expect(JSON.stringify(turned)).toContain('injury is “maybe”: yes, it is “maybe”');
  });

  it('about stored leads requires the role operate, because conditions would find out what is masked', async () => {
    const { leadId } = await aLead(world.stores, 'ACMRU', {
      firstName: 'Ada',
      questionnaire: { injury: 'yes' },
    });
    const items = await changed('ACMRU', { disqualificationConditionals: notHurt('yes') });
    const asked = [
      [adminWhatIfLead, { campaignId: 'ACMRU', leadId }],
      [adminWhatIfLead, { campaignId: 'ACMRU', leadId, lead: { firstName: 'Ada' }, items }],
      [adminWhatIfRecent, { campaignId: 'ACMRU', items }],
    ] as const;
    const known = (await world.stores.audit.page({}, 1))[0];
    for (const [endpoint, body] of asked) {
      const { error } = await world.call(endpoint, { params: alpha, body, key: world.keys.view });
      expect([error?.code, error?.message]).toEqual(['FORBIDDEN', expect.stringContaining('operate role')]);
    }
    expect((await world.stores.audit.page({}, 1))[0]).toEqual(known);
  });

  it('about stored leads is audited: who asked, about which, and not what is in it', async () => {
    const { leadId } = await aLead(world.stores, 'ACMRU', { firstName: 'Ada', phone: '+16505551217' });
    const items = await changed('ACMRU', { disqualificationConditionals: notHurt('+16505551217') });
    const key = world.keys.operate;
    await world.call(adminWhatIfLead, { params: alpha, body: { campaignId: 'ACMRU', leadId, items }, key });
    await world.call(adminWhatIfRecent, {
      params: alpha,
      body: { campaignId: 'ACMRU', items, limit: 1 },
      key,
    });
    const { data } = await world.call(adminListAudit, { query: { limit: '2' } });
    expect(data.entries).toMatchObject([
      {
        action: 'adminWhatIfRecent',
        who: 'who may operate',
        outcome: 'done',
        about: { tenantId: 'alpha', campaignId: 'ACMRU', changed: 'campaigns/ACMRU' },
        result: { looked: 1 },
      },
      {
        action: 'adminWhatIfLead',
        who: 'who may operate',
        about: { tenantId: 'alpha', leadId },
        outcome: 'done',
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/6505551217|Ada/);
  });

  it('about a made-up lead may be asked by everyone, and tells only who may ask about people whether there is such a lead', async () => {
    const known = aCampaign('KNOWN', { settings: { dedupeEnabled: true } });
    await putItem(of().campaigns, 'KNOWN', known);
    const phone = '+16505551218';
    const holder = await aLead(world.stores, 'KNOWN', { firstName: 'Ada', phone });
    const at = world.stores.clock.now();
    await of().journal.record(holder, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
    const until = new Date(at.getTime() + 3_600_000);
    for (const { field, value } of dedupeKeys(known, undefined, holder.data, false))
      await of().duplicateClaims.take(claimId('KNOWN', field, value), holder, at, until);
    const lead = { firstName: 'Bob', lastName: 'Byron', email: 'bob@example.com', phone };
    const [owner, analyst] = [
      await world.memberKey({ ...alpha, role: 'owner' }),
      await world.memberKey({ ...alpha, role: 'analyst' }),
    ];
    const labels = await Promise.all(
      [world.keys.operate, owner, world.keys.view, analyst].map(async (key) => {
        const body = { campaignId: 'KNOWN', lead };
        const { data } = await world.call(adminWhatIfLead, { params: alpha, body, key });
        const simulated = await world.call(adminSimulateLead, { params: alpha, body, key });
        return [data.now?.label, simulated.data.decisions[0]?.decision.kind];
      }),
    );
    expect(labels).toEqual([
      ['duplicate: another lead has the same phone number', 'duplicate'],
      ['duplicate: another lead has the same phone number', 'duplicate'],
      ['sent to KNOWN', 'qualified'],
      ['sent to KNOWN', 'qualified'],
    ]);
  });

  it('foretells no mail where there is no mail server', async () => {
    const settings = { postingMethod: 'email', notificationEmail: 'leads@buyer.example' };
    const mailed = clientSchema.parse({ ...client, clientId: 'cli_mail', settings });
    await putItem(of().clients, 'cli_mail', mailed);
    await putItem(
      of().campaigns,
      'MAIL',
      aCampaign('MAIL', { clientId: 'cli_mail', deliveryEndpointId: 'none' }),
    );
    const lead = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+16505551212' };
    const { stores } = world;
    const foreseen = async (hasMailServer?: boolean) => {
      const submission = await aLead(world.stores, 'MAIL', lead);
      return (await simulateLead(stores, submission, { hasMailServer: hasMailServer || undefined })).delivery;
    };
    expect(await foreseen()).toMatchObject({ kind: 'none', reason: 'no_destination' });
    expect(JSON.stringify((await foreseen())?.trace)).toContain('no_email_provider');
    expect(await foreseen(true)).toMatchObject({ kind: 'request' });
    const { data } = await world.call(adminWhatIfLead, { params: alpha, body: { campaignId: 'MAIL', lead } });
    expect(data.now?.label).toMatch(/^sent to MAIL|MAIL, but/);
    expect(data.now).not.toHaveProperty('request');
  });

  it('about refusing buyers shows who would be asked next', async () => {
    await putItem(of().campaigns, 'NEXT1', aCampaign('NEXT1', { fallbackCampaigns: ['TEXAS'] }));
    const lead = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+16505551212' };
    const label = async (...refuses: string[]) => {
      const body = { campaignId: 'NEXT1', lead, refuses };
      return (await world.call(adminWhatIfLead, { params: alpha, body })).data.now?.label;
    };
    expect(await label()).toBe('sent to NEXT1');
    expect(await label('NEXT1')).toBe('sent to TEXAS');
    expect(await label('NEXT1', 'TEXAS')).toMatch(/^rejected: /);
  });

  it('about the last leads says what each buyer would be offered, by what price rules read, and in its currency', async () => {
    const price = (currency: string, amount: number) => ({
      currency,
      amount,
      rules: [{ when: { subRules: notHurt('yes')[0]!.subRules }, amount: amount * 2 }],
    });
    await putItem(of().campaigns, 'GAA', aCampaign('GAA', { price: price('USD', 10) }));
    await putItem(of().campaigns, 'GBB', aCampaign('GBB', { price: price('EUR', 20) }));
    const members = [{ campaignId: 'GAA' }, { campaignId: 'GBB' }];
    const distribution = { groups: [{ name: 'one', method: 'round_robin', members }] };
    await putItem(of().campaigns, 'GROUP', aCampaign('GROUP', { distribution }));
    for (const injury of ['yes', 'no', 'yes', 'yes'])
      await aLead(world.stores, 'GROUP', { firstName: 'Ada', questionnaire: { injury } });
    const body = { campaignId: 'GROUP', limit: 1_000 };
    const { data } = await world.call(adminWhatIfRecent, { params: alpha, body });
    expect([data.looked, data.differ]).toEqual([4, 0]);
    const { now, changed } = data.offered;
    expect(changed).toEqual(now);
    // The oldest lead first: yes, no, yes, yes.
    expect(now.buyers).toEqual([
      { group: 'one', campaignId: 'GAA', leads: 2, unpriced: 0, money: [{ currency: 'USD', amount: 40 }] },
      { group: 'one', campaignId: 'GBB', leads: 2, unpriced: 0, money: [{ currency: 'EUR', amount: 60 }] },
    ]);
    expect(now.leads).toBe(4);
  });

  it('about an existing lead knows how old it is', async () => {
    await putItem(of().campaigns, 'YOUNG', aCampaign('YOUNG', { maxAgeMinutes: 10 }));
    const label = async (minutesAgo: number) => {
      const acceptedAt = new Date(world.stores.clock.now().getTime() - minutesAgo * 60_000);
      const { leadId } = await aLead(world.stores, 'YOUNG', { firstName: 'Ada' }, { acceptedAt });
      const body = { campaignId: 'YOUNG', leadId };
      return (await world.call(adminWhatIfLead, { params: alpha, body })).data.now?.label;
    };
    expect(await label(5)).toBe('sent to YOUNG');
    expect(await label(11)).toBe('rejected: the lead came in too long ago');
  });

  it('about a campaign that is not saved yet, with its client and endpoint, shows who would buy and at which price', async () => {
    const offer = { offerId: 'off_new', name: 'New', abbrev: 'NW', category: 'mass_tort' };
    const items = [
      { section: 'clients', item: { clientId: 'cli_new', name: 'Newcomer', abbrev: 'NEW' } },
      { section: 'offers', item: offer },
      {
        section: 'deliveryEndpoints',
        item: { deliveryEndpointId: 'end_new', url: 'https://new.example/in', fields: { mail: 'email' } },
      },
      {
        section: 'campaigns',
        item: {
          campaignId: 'NEWRU',
          name: 'New',
          ...{ clientId: 'cli_new', offerId: 'off_new', deliveryEndpointId: 'end_new' },
          price: { amount: 45, currency: 'USD' },
        },
      },
    ];
    const lead = { firstName: 'Ada', lastName: 'Byron', email: 'new@example.com', phone: '+16505551219' };
    const body = { campaignId: 'NEWRU', lead, items };
    const { data } = await world.call(adminWhatIfLead, { params: alpha, body });
    expect(data).not.toHaveProperty('now');
    expect(data.changed).toMatchObject({
      label: 'sent to NEWRU',
      offered: [{ campaignId: 'NEWRU', price: { amount: 45, currency: 'USD' } }],
      request: { url: 'https://new.example/in', body: expect.stringContaining('new@example.com') as string },
    });
    expect(data.notShown.join()).toMatch(/Caps.*Duplicates/s);
    await putItem(of().campaigns, 'SEEN', aCampaign('SEEN'));
    await aLead(world.stores, 'SEEN', { firstName: 'Ada' });
    const asked = { campaignId: 'NEWRU', items, leadsOf: 'SEEN' };
    const recent = await world.call(adminWhatIfRecent, { params: alpha, body: asked });
    expect(recent.data).toMatchObject({
      looked: 1,
      groups: [{ from: 'there is no campaign NEWRU', to: 'sent to NEWRU', count: 1 }],
      offered: { now: { leads: 0 }, changed: { leads: 1, money: [{ currency: 'USD', amount: 45 }] } },
    });
    expect(await of().campaigns.find('NEWRU')).toBeUndefined();
    const { error } = await world.call(adminWhatIfLead, {
      params: alpha,
      body: { campaignId: 'NEWRU', lead },
    });
    expect(error?.code).toBe('NOT_FOUND');
  });

  it('about items of any kind goes by them: a value set, a client that is archived', async () => {
    const archived = [
      { section: 'clients', item: { clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', archived: true } },
    ];
    const { data } = await world.call(adminWhatIfLead, {
      params: alpha,
      body: { campaignId: 'ACMRU', lead: someone, items: archived },
    });
    expect([data.now?.label, data.changed?.label]).toEqual([
      'sent to ACMRU',
      expect.not.stringMatching(/^sent/) as string,
    ]);
    const set = { valueSetId: 'vs_states', name: 'States', values: ['NV'] };
    const condition = { field: 'state', operator: 'in_value_set', valueSetId: 'vs_states' };
    const group = { name: 'In the set', subRules: [{ conditions: [condition] }] };
    const inSet = [
      { section: 'valueSets', item: set },
      ...(await changed('ACMRU', { disqualificationConditionals: [group] })),
    ];
    const label = async (state: string) => {
      const lead = { ...someone, address: { state } };
      const body = { campaignId: 'ACMRU', lead, items: inSet };
      return (await world.call(adminWhatIfLead, { params: alpha, body })).data.changed?.label;
    };
    expect([await label('NV'), await label('CA')]).toEqual([
      expect.stringMatching(/^disqualified/) as string,
      'sent to ACMRU',
    ]);
  });

  it('about items that could not be saved names every problem by its place', async () => {
    const [item] = await changed('ACMRU', {
      clientId: 'cli_nobody',
      deliveryLimits: [{ cap: -1, type: 'daily' }],
    });
    const offer = { section: 'offers', item: { offerId: 'off_x', name: 'X', unknown: 1 } };
    const body = { campaignId: 'ACMRU', lead: someone, items: [offer, item] };
    const { error } = await world.call(adminWhatIfLead, { params: alpha, body });
    expect(error?.code).toBe('VALIDATION_ERROR');
    const places = (error?.details ?? []).map((line) => line.slice(0, line.indexOf(':')));
    expect(places).toEqual(
      expect.arrayContaining(['items.0.item.abbrev', 'items.1.item.deliveryLimits.0.cap']),
    );
    expect(places.every((place) => /^items\.[01]\.item/.test(place))).toBe(true);
  });

  it('does not tell whether a credential that is typed is the stored one', async () => {
    const answers = ['s3cret', 'gues5'].map((guess) => {
      const {
        createdAt: _none,
        updatedAt: _neither,
        ...item
      } = { createdAt: '', updatedAt: '', ...endpoint };
      const typed = {
        ...item,
        url: `https://buyer.example/leads?api_key=${guess}`,
        headers: { 'X-Api-Key': guess },
      };
      const items = [{ section: 'deliveryEndpoints', item: typed }];
      const body = { campaignId: 'ACMRU', lead: someone, items };
      return world.call(adminWhatIfLead, { params: alpha, body, key: world.keys.view });
    });
    const [right, wrong] = await Promise.all(answers);
    expect([right?.status, wrong?.status]).toEqual([200, 200]);
    expect(right?.data).toEqual(wrong?.data);
    expect(JSON.stringify(right?.data)).not.toContain('s3cret');
  });

  it('about a duplicate leaves it a duplicate', async () => {
    await putItem(of().campaigns, 'DUPES', aCampaign('DUPES'));
    await aLead(world.stores, 'DUPES', { firstName: 'Ada' }, { status: 'duplicate' });
    const body = { campaignId: 'DUPES', items: await changed('DUPES', { active: false }) };
    const { data } = await world.call(adminWhatIfRecent, { params: alpha, body });
    expect([data.looked, data.differ]).toEqual([1, 0]);
  });
});
