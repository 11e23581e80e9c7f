import type { Effect } from '@sluice/contracts';
import { duringTests, putItem, putTenant, zoneAtNoon } from '@sluice/testing';
import { aLead, like, openGateway, testSealingKey } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(async () => {
  const { phoneNumbers, smsAgents } = world.alpha.stores;
  await putItem(phoneNumbers, 'pho_1', {
    phoneNumberId: 'pho_1',
    phoneNumber: '+14155550100',
    provider: 'console',
    sms: true,
  });
  await putItem(phoneNumbers, 'pho_2', {
    phoneNumberId: 'pho_2',
    phoneNumber: '+14155550120',
    provider: 'twilio',
    sms: true,
  });
  await putItem(phoneNumbers, 'pho_3', {
    phoneNumberId: 'pho_3',
    phoneNumber: '+14155550130',
    provider: 'twilio',
    sms: false,
  });
  await putItem(smsAgents, 'agt_1', { agentId: 'agt_1', phoneNumberId: 'pho_3' });
});

const newLead = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await world.call('createLead', { body: aLead({ phone: '+1 415 555 2671', ...changes }) })).data.leadId;
const send = (body: Record<string, unknown>) =>
  world.call('sendSms', { body: { message: 'Hello', ...body } });
const effectOf = async (messageId: string) => (await world.alpha.stores.effects.find(messageId))!;
const aCampaign = async (campaignId: string, changes: Record<string, unknown>) => {
  const body = { campaignId, name: campaignId, clientId: 'cli_alpha', offerId: 'off_alpha', ...changes };
  expect((await world.call('createCampaign', { body })).status).toBe(201);
};

describe('POST /sms/send', () => {
  it('stores the message, plans its sending and appends it to a new conversation', async () => {
    const leadId = await newLead();
    const { status, data } = await send({ leadId });
    expect(status).toBe(202);
    expect(data).toEqual({
      messageId: like(/^msg_/),
      status: 'queued',
      interactionId: like(/^int_/),
    });
    expect(await effectOf(data.messageId)).toMatchObject({
      kind: 'sms',
      status: 'due',
      leadId,
      body: { to: '+14155552671', from: '+14155550100', message: 'Hello', provider: 'console' },
    });
    const { data: interaction } = await world.call('getInteraction', {
      params: { interactionId: data.interactionId },
    });
    expect(interaction).toMatchObject({
      leadId,
      campaignId: 'ACMRU',
      clientId: 'cli_alpha',
      offerId: 'off_alpha',
      type: 'sms',
      status: 'in_progress',
      phone: '+14155552671',
      telephony: { provider: 'console', phoneNumber: '+14155550100', messageId: data.messageId },
      transcript: [{ role: 'agent', message: 'Hello', source: 'manual' }],
    });
  });

  it('continues the open conversation, also with many concurrent messages', async () => {
    const leadId = await newLead();
    const sent = await Promise.all(Array.from({ length: 6 }, (_, n) => send({ leadId, message: `m${n}` })));
    const conversations = new Set(sent.map(({ data }) => data.interactionId));
    expect(conversations.size).toBe(1);
    const [interactionId = ''] = conversations;
    const { data } = await world.call('getInteraction', { params: { interactionId } });
    expect(data.transcript!.map(({ message }: { message: string }) => message).sort()).toEqual(
      Array.from({ length: 6 }, (_, n) => `m${n}`),
    );
  });

  it('sends to the given number, from the given sender', async () => {
    const { data } = await send({ leadId: await newLead(), to: '+442071838750', from: '+14155559999' });
    expect((await effectOf(data.messageId)).body).toMatchObject({
      to: '+442071838750',
      from: '+14155559999',
    });
  });

  it("uses the campaign's number, then its agent's, then the first of the vendor that can send", async () => {
    await aCampaign('OWN', { phoneNumberId: 'pho_2', campaignAiAgents: { sms: { agentId: 'agt_1' } } });
    await aCampaign('AGENT', { campaignAiAgents: { sms: { agentId: 'agt_1' } } });
    await aCampaign('VENDO', { settings: { integrationOverrides: { sms: 'twilio' } } });
    await aCampaign('GONE', { phoneNumberId: 'pho_9', campaignAiAgents: { sms: { agentId: 'agt_9' } } });
    const senders = [];
    for (const campaignId of ['OWN', 'AGENT', 'VENDO', 'GONE']) {
      const { data } = await send({ leadId: await newLead(), campaignId });
      const { body } = (await effectOf(data.messageId)) as Effect<'sms'>;
      senders.push([campaignId, body.from, body.provider]);
    }
    expect(senders).toEqual([
      ['OWN', '+14155550120', 'console'],
      ['AGENT', '+14155550130', 'console'],
      ['VENDO', '+14155550120', 'twilio'],
      ['GONE', '+14155550100', 'console'],
    ]);
  });

  it('refuses when the vendor needs a sender number and none is configured, unless the vendor picks one', async () => {
    await putTenant(world.stores.tenants, {
      tenantId: 'beta',
      name: 'beta',
      settings: { defaultSmsProvider: 'telnyx' },
    });
    const lead = await world.call('createLead', {
      body: aLead({ campaignId: 'BETA1' }),
      key: world.beta.key,
    });
    const { status, error } = await world.call('sendSms', {
      body: { leadId: lead.data.leadId, message: 'x' },
      key: world.beta.key,
    });
    expect([status, error?.code]).toEqual([409, 'INVALID_STATE']);
    const pool = { apiKey: 'k', messagingProfileId: 'p' };
    const sealed = { keys: [testSealingKey], at: new Date() };
    await world.stores.secrets.setCredentials('beta', 'telnyx', pool, sealed);
    const sent = await world.call('sendSms', {
      body: { leadId: lead.data.leadId, message: 'x' },
      key: world.beta.key,
    });
    expect(sent.status).toBe(202);
  });

  it('refuses a recipient that opted out', async () => {
    await world.alpha.stores.messages.optOut('+14155550177', 'msg_stop', new Date());
    const { status, error } = await send({ leadId: await newLead(), to: '+14155550177' });
    expect([status, error?.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('says when a message goes that waits for the end of the quiet hours where the lead is', async () => {
    const noon = zoneAtNoon(new Date());
    const midnight = zoneAtNoon(new Date(Date.now() + 12 * 3_600_000));
    const sent = async (quietHours: boolean, timezone: string) => {
      await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'alpha', settings: { quietHours } });
      return (await send({ leadId: await newLead({ timezone }) })).data;
    };
    expect(await sent(true, noon)).not.toHaveProperty('sendAt');
    expect(await sent(false, midnight)).not.toHaveProperty('sendAt');
    const { status, sendAt } = await sent(true, midnight);
    expect(status).toBe('queued');
    const hour = new Intl.DateTimeFormat('en', { timeZone: midnight, hour: 'numeric', hourCycle: 'h23' });
    expect(hour.format(new Date(sendAt!))).toBe('08');
    const inHours = (Date.parse(sendAt!) - Date.now()) / 3_600_000;
    expect(inHours).toBeGreaterThan(6);
    expect(inHours).toBeLessThanOrEqual(8);
    await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'alpha', settings: {} });
  });

  it('appends to the given conversation, if it belongs to the lead', async () => {
    const [leadId, otherId] = [await newLead(), await newLead()];
    const { interactionId } = (await send({ leadId })).data;
    expect((await send({ leadId, interactionId })).data.interactionId).toBe(interactionId);
    for (const body of [
      { leadId: otherId, interactionId },
      { leadId, interactionId: 'int_none' },
    ]) {
      expect((await send(body)).error?.details).toEqual(['interactionId: does not exist']);
    }
  });
});

describe('GET /interactions/lead/{leadId}', () => {
  it('lists all interactions of the lead, the most recent first', async () => {
    const leadId = await newLead();
    const { interactionId } = (await send({ leadId })).data;
    const call = { interactionId: 'int_call1', leadId, type: 'call', status: 'completed' } as const;
    await world.alpha.stores.interactions.begin(
      { ...call, call: { source: 'webrtc', direction: 'inbound', duration: 61, spokenTo: true } },
      new Date(Date.now() + 1_000),
    );
    const { data } = await world.call('listLeadInteractions', { params: { leadId } });
    expect(data.interactions).toMatchObject([
      { ...call, call: { duration: 61 } },
      { interactionId, type: 'sms' },
    ]);
  });

  it('returns an empty list for a lead without interactions and NOT_FOUND for an unknown lead', async () => {
    const { data } = await world.call('listLeadInteractions', { params: { leadId: await newLead() } });
    expect(data.interactions).toEqual([]);
    expect((await world.call('listLeadInteractions', { params: { leadId: 'lead_none' } })).status).toBe(404);
    expect((await world.call('getInteraction', { params: { interactionId: 'int_none' } })).status).toBe(404);
  });
});
