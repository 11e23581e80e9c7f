import { duringTests, putTenant } from '@sluice/testing';
import { aLead, like, openGateway } from './gateway.js';

const world = duringTests(openGateway);
let leadId: string;
const events = async (of = leadId) =>
  (await world.alpha.stores.effects.onceForLead(of))
    .filter((effect) => effect.kind === 'webhook')
    .map(({ body }) => body.message);
beforeAll(async () => {
  const settings = { webhooks: { url: 'https://hooks.example/alpha' } };
  await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'alpha', settings });
  leadId = await newLead();
});

const newLead = async () => (await world.call('createLead', { body: aLead() })).data.leadId;
const record = (body: Record<string, unknown>) =>
  world.call('recordInteraction', { body: { leadId, type: 'call', ...body } });

describe('POST /interactions', () => {
  it('records a call, which the lead then lists, with the campaign, client and offer of the lead', async () => {
    const own = await newLead();
    const sent = {
      phone: '+1 415 555 0132',
      telephony: { provider: 'acme', phoneNumber: '+14155550100' },
      call: { source: 'webrtc', direction: 'outbound', duration: 61, spokenTo: true },
      summary: 'Wants a call back',
      transcript: [{ timestamp: '2026-03-01T10:00:00Z', role: 'lead', message: 'Hello' }],
    };
    const { status, data } = await record({ leadId: own, ...sent });
    expect(status).toBe(201);
    expect(data).toEqual({
      ...sent,
      interactionId: like(/^int_/),
      leadId: own,
      campaignId: 'ACMRU',
      clientId: 'cli_alpha',
      offerId: 'off_alpha',
      type: 'call',
      status: 'completed',
      transcript: [
        { timestamp: '2026-03-01T10:00:00.000Z', role: 'lead', message: 'Hello', source: 'manual' },
      ],
      createdAt: like(/Z$/),
      updatedAt: like(/Z$/),
    });
    const params = { interactionId: data.interactionId };
    expect((await world.call('getInteraction', { params })).data).toEqual(data);
    const listed = await world.call('listLeadInteractions', { params: { leadId: own } });
    expect(listed.data.interactions).toEqual([data]);
  });

  it('updates the interaction with the same externalId: fields that are given replace, others stay', async () => {
    const externalId = 'dialer/1 #ä';
    const first = await record({
      externalId,
      status: 'in_progress',
      call: { direction: 'outbound', source: 'sip' },
      transcript: [{ timestamp: '2026-03-01T10:00:00Z', role: 'agent', message: 'one' }],
    });
    const second = await record({
      externalId,
      status: 'no_answer',
      call: { duration: 0 },
      transcript: [{ timestamp: '2026-03-01T10:00:01Z', role: 'agent', message: 'two' }],
    });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.data).toMatchObject({
      interactionId: first.data.interactionId,
      externalId,
      status: 'no_answer',
      call: { direction: 'outbound', source: 'sip', duration: 0 },
      transcript: [{ message: 'two' }],
      createdAt: first.data.createdAt,
    });
    const third = await record({ externalId });
    expect(third.data).toEqual(second.data);
  });

  it('makes one interaction of several at once with one externalId, and one each without', async () => {
    const own = await newLead();
    const bodies = (externalId: string | undefined) =>
      Array.from({ length: 6 }, (_, n) => record({ leadId: own, externalId, call: { duration: n } }));
    const same = await Promise.all(bodies('at once'));
    expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(same.map(({ data }) => data.interactionId)).size).toBe(1);
    const others = await Promise.all(bodies(undefined));
    expect(new Set(others.map(({ data }) => data.interactionId)).size).toBe(6);
  });

  it('refuses the externalId of another lead, and keeps what that lead has', async () => {
    const { data } = await record({ externalId: 'taken', summary: 'first' });
    const other = await record({ leadId: await newLead(), externalId: 'taken', summary: 'second' });
    expect([other.status, other.error?.details]).toEqual([
      400,
      ['externalId: is already in use for another lead'],
    ]);
    const params = { interactionId: data.interactionId };
    expect((await world.call('getInteraction', { params })).data.summary).toBe('first');
  });

  it('keeps the externalId of each tenant apart', async () => {
    const { data: alpha } = await record({ externalId: 'shared' });
    const created = await world.call('createLead', {
      body: aLead({ campaignId: 'BETA1' }),
      key: world.beta.key,
    });
    const beta = await world.call('recordInteraction', {
      body: { leadId: created.data.leadId, type: 'email', externalId: 'shared' },
      key: world.beta.key,
    });
    expect(beta.status).toBe(201);
    const params = { interactionId: alpha.interactionId };
    expect((await world.call('getInteraction', { params })).data.type).toBe('call');
  });

  it('answers a repeat under its Idempotency-Key as the first time', async () => {
    const headers = { 'Idempotency-Key': 'recorded once' };
    const body = { leadId, type: 'email', externalId: 'keyed', summary: 'x' };
    const first = await world.call('recordInteraction', { body, headers });
    const again = await world.call('recordInteraction', { body, headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it.each([
    [{ status: 'ringing' }, /^status: /],
    [{ externalId: '' }, /^externalId: /],
    [{ transcript: [{ role: 'agent', message: 'x' }] }, /^transcript\.0\.timestamp: /],
  ])('refuses %j', async (body, problem) => {
    const { status, error } = await record(body);
    expect([status, error?.details]).toEqual([400, [like(problem)]]);
  });
});

describe('the event interaction.recorded', () => {
  it('is sent once for each request that changed something, without what was said', async () => {
    leadId = await newLead();
    const said = { summary: 'secret words', phone: '+14155550132' };
    const call = { direction: 'inbound', duration: 5, spokenTo: true };
    const { data } = await record({ externalId: 'told', status: 'in_progress', ...said });
    await record({ externalId: 'told', status: 'in_progress' });
    await record({ externalId: 'told', status: 'completed', call });
    const [first, second, ...more] = await events();
    const interaction = { interactionId: data.interactionId, externalId: 'told', type: 'call' };
    expect([first, second]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'interaction.recorded',
          data: { ...interaction, status: 'in_progress' },
        }),
        expect.objectContaining({
          type: 'interaction.recorded',
          data: { ...interaction, status: 'completed', ...call },
        }),
      ]),
    );
    expect(more).toEqual([]);
    expect(JSON.stringify([first, second])).not.toContain('secret words');
  });
});
