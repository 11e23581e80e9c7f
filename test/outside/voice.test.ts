/** A call by a voice agent that a first submission waits for, over every service, with a vendor on loopback. */
import { voiceCallId } from '@sluice/domain';
import { testPhone } from '@sluice/testing';
import { Redis } from 'ioredis';
import type { Receipt } from '../harness/affiliate.js';
import { eventually } from '../harness/installation.js';
import { startTenant, type TestTenant } from '../harness/tenant.js';
import { startVoiceVendor, type OrderedCall, type VoiceVendor } from '../harness/voice-vendor.js';

let vendor: VoiceVendor;
let tenant: TestTenant;

const campaign = (campaignId: string, more: object = {}) => ({
  campaignId,
  name: campaignId,
  clientId: 'cli_v',
  offerId: 'off_v',
  phoneNumberId: 'pho_v',
  firstSubmissionAction: { action: 'voice_ai' },
  campaignAiAgents: { voice: { agentId: 'agent_1', agentVariablesConfigId: 'intake' } },
  ...more,
});

beforeAll(async () => {
  vendor = await startVoiceVendor('test-token', () => `${tenant.installation.url}/hooks/voice/retell/acme`);
  tenant = await startTenant(
    {
      providers: { retell: { apiKey: '${META_TOKEN}', baseUrl: vendor.baseUrl } },
      agentVariables: [
        {
          agentVariablesConfigId: 'intake',
          variables: { name: '{{ first_name }}', injury: '{{ questionnaire.injury }}' },
        },
      ],
      phoneNumbers: [{ phoneNumberId: 'pho_v', phoneNumber: '+12125550100' }],
      clients: [
        {
          clientId: 'cli_v',
          name: 'V',
          abbrev: 'V',
          settings: { defaultPostingUrl: '${SINK_URL}/buyers/v', postingMethod: 'http' },
        },
      ],
      offers: [{ offerId: 'off_v', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
      campaigns: [
        campaign('CALL'),
        campaign('OTHER', { settings: { integrationOverrides: { voice: 'vapi' } } }),
        campaign('AGENT', { campaignAiAgents: {} }),
        campaign('NUMBR', { phoneNumberId: 'pho_none' }),
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
}, 120_000);
afterAll(async () => {
  vendor.stop();
  await tenant?.stop();
});

let count = 0;
const newPhone = () => testPhone(60_000 + (count += 1));

/** Submits a lead whose call is placed, and returns the call. */
async function called(fields: object = {}) {
  const phone = newPhone();
  const receipt = await tenant.submit('CALL', { phone, ...fields });
  const call = await eventually('the call is placed', () => vendor.orderTo(phone));
  return { phone, receipt, call };
}
const analyzed = (call: OrderedCall, qualified?: unknown) => ({
  ...call,
  call_status: 'ended',
  start_timestamp: 1_770_000_000_000,
  duration_ms: 61_400,
  disconnection_reason: 'user_hangup',
  recording_url: 'https://recordings.example/1.wav',
  transcript_object: [
    { role: 'agent', content: 'Good morning.', words: [{ start: 0.5 }] },
    { role: 'user', content: 'Hello.', words: [{ start: 2 }] },
  ],
  call_analysis: { call_summary: 'A good talk.', custom_analysis_data: { qualified } },
});
const interactionOf = async ({ leadId }: Receipt) => {
  const { data } = await tenant.call('GET', `/interactions/lead/${leadId}`);
  return (data['interactions'] as readonly Record<string, unknown>[])[0];
};
const statusOf = async ({ leadId }: Receipt) => (await tenant.stores.leads.find(leadId))?.status;
const decided = async (receipt: Receipt) =>
  (await tenant.decisions(receipt)).map(({ stage, decision: { kind } }) => `${stage} ${kind}`);

describe('a first submission of a campaign with voice_ai', () => {
  it('is called by the agent with its variables, from the campaign number, and shown as pending_action', async () => {
    const { phone, receipt, call } = await called({ firstName: 'Ada', questionnaire: { injury: 'burn' } });
    expect(call).toMatchObject({
      to_number: phone,
      from_number: '+12125550100',
      override_agent_id: 'agent_1',
      retell_llm_dynamic_variables: { name: 'Ada', injury: 'burn' },
      metadata: { tenantId: 'acme', ...receipt },
    });
    expect(await statusOf(receipt)).toBe('pending_action');
    expect(await interactionOf(receipt)).toMatchObject({
      interactionId: call.metadata['interactionId'],
      type: 'call',
      status: 'in_progress',
      phone,
    });
  });

  it('goes on to its buyer in the same submission when the analysis says qualified, whatever the order of events', async () => {
    const { receipt, call } = await called();
    expect(await vendor.tell('call_analyzed', analyzed(call, true))).toBe(200);
    expect(await vendor.tell('call_ended', { ...analyzed(call), call_analysis: undefined })).toBe(200);
    expect(await vendor.tell('call_analyzed', analyzed(call, true))).toBe(200);
    await eventually('it is delivered', async () => (await statusOf(receipt)) === 'delivered');
    expect(await decided(receipt)).toEqual([
      'qualification awaiting_action',
      'action qualified',
      'routing routed',
      'delivery delivered',
    ]);
    expect(await interactionOf(receipt)).toMatchObject({
      status: 'completed',
      summary: 'A good talk.',
      call: {
        duration: 61,
        recordingUrl: 'https://recordings.example/1.wav',
        terminationReason: 'user_hangup',
        voiceAI: { provider: 'retell', agentId: 'agent_1', conversationId: call.call_id },
        spokenTo: true,
      },
      transcript: [
        { role: 'agent', message: 'Good morning.' },
        { role: 'lead', message: 'Hello.', timestamp: '2026-02-02T02:40:02.000Z' },
      ],
    });
    expect(vendor.orders.filter(({ to_number }) => to_number === call.to_number)).toHaveLength(1);
  });

  it('is disqualified when it says not qualified', async () => {
    const { receipt, call } = await called();
    await vendor.tell('call_analyzed', analyzed(call, false));
    await eventually('it is disqualified', async () => (await statusOf(receipt)) === 'disqualified');
    expect((await tenant.stores.leads.find(receipt.leadId))?.reason).toBe('voice_not_qualified');
  });

  it('keeps waiting for a person after any other verdict, who may deliver it; late events then change the call only', async () => {
    const { receipt, call } = await called();
    await vendor.tell('call_analyzed', analyzed(call, 'yes'));
    expect(await statusOf(receipt)).toBe('pending_action');
    const { data } = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'CALL' });
    const again = { leadId: receipt.leadId, submissionId: String(data['newSubmissionId']) };
    expect(await tenant.fate(again)).toBe('delivered');
    expect(await vendor.tell('call_analyzed', analyzed(call, false))).toBe(200);
    expect(await statusOf(receipt)).toBe('delivered');
    expect((await decided(receipt)).at(-1)).toBe('action superseded');
  });

  it.each([
    ['OTHER', 'other_voice_provider', {}],
    ['AGENT', 'no_voice_agent', {}],
    ['NUMBR', 'no_voice_number', {}],
    ['CALL', 'test_lead', { isTest: true }],
    ['CALL', 'phone_invalid', { phone: '000-000-0000' }],
  ])('is not called by %s and waits for a person: %s', async (campaignId, because, fields) => {
    const phone = newPhone();
    const receipt = await tenant.submit(campaignId, { phone, ...fields });
    expect(await tenant.atRest(receipt)).toMatchObject({ status: 'pending_action', reason: 'voice_ai' });
    const [{ decision } = { decision: { trace: [] } }] = await tenant.decisions(receipt);
    expect(decision.trace.at(-1)).toMatchObject({ at: 'voice_ai', because });
    expect(vendor.orderTo(phone)).toBeUndefined();
  });

  it('of a person who opted out is not called', async () => {
    const phone = newPhone();
    await tenant.stores.messages.optOut(phone, 'msg_1', new Date());
    const receipt = await tenant.submit('CALL', { phone });
    await tenant.atRest(receipt);
    expect(vendor.orderTo(phone)).toBeUndefined();
  });
});

describe('nobody is called twice', () => {
  const orders = (phone: string) => vendor.orders.filter(({ to_number }) => to_number === phone).length;

  it.each(['lost', { status: 500, isPlaced: true }] as const)(
    'after the answer %j the call is found by its metadata and waited for',
    async (reply) => {
      const phone = newPhone();
      vendor.answers(phone, reply);
      const receipt = await tenant.submit('CALL', { phone });
      const conversation = () =>
        eventually('it is found', async () => {
          const call = (await interactionOf(receipt))?.['call'] as
            | { voiceAI?: { conversationId?: string } }
            | undefined;
          return call?.voiceAI?.conversationId;
        });
      expect(await conversation()).toBe(vendor.orderTo(phone)?.call_id);
      await vendor.tell('call_analyzed', analyzed(vendor.orderTo(phone)!, true));
      await eventually('it is delivered', async () => (await statusOf(receipt)) === 'delivered');
      expect(orders(phone)).toBe(1);
    },
  );

  it('after a lost answer to a call that is not found, a person decides', async () => {
    const phone = newPhone();
    vendor.answers(phone, { status: 503 });
    const receipt = await tenant.submit('CALL', { phone });
    await eventually(
      'it ends',
      async () => (await tenant.stores.leads.find(receipt.leadId))?.reason === 'unknown_outcome',
    );
    expect(orders(phone)).toBe(1);
  });

  it('a refusal ends the call, and 429 is tried again', async () => {
    const [refused, busy] = [newPhone(), newPhone()];
    vendor.answers(refused, { status: 422 });
    vendor.answers(busy, { status: 429 }, 'placed');
    const receipt = await tenant.submit('CALL', { phone: refused });
    await tenant.submit('CALL', { phone: busy });
    await eventually(
      'it ends',
      async () => (await tenant.stores.leads.find(receipt.leadId))?.reason === 'call_refused',
    );
    expect(await interactionOf(receipt)).toMatchObject({ status: 'failed', errorCode: 'http_422' });
    await eventually('it is tried again', () => orders(busy) === 2);
    expect(orders(refused)).toBe(1);
  });
});

describe('a call without a verdict', () => {
  // As if it had been placed a day ago.
  async function aDayLater({ submissionId }: Receipt, call: OrderedCall) {
    const { attempts, effects } = tenant.stores;
    const effectId = voiceCallId(submissionId);
    const [long, at] = [new Date(Date.now() - 25 * 3_600_000), new Date(Date.now() - 1_000)];
    const placed = { kind: 'accepted', reference: call.call_id, endedAt: long, durationMs: 1 } as const;
    await eventually(
      'it is recorded',
      async () => (await effects.find(effectId))?.reason === 'awaiting_verdict',
    );
    await attempts.conclude({ submissionId: effectId, generation: 0 }, 1, placed);
    const redis = new Redis(tenant.installation.backends.redisUrl);
    await redis.flushall();
    redis.disconnect();
    await effects.progress(effectId, { status: 'due', dueAt: at, enqueuedAt: new Date(0) }, at);
  }

  it('is looked up after a day, and a person decides', async () => {
    const { receipt, call } = await called();
    await aDayLater(receipt, call);
    await eventually(
      'it ends',
      async () => (await tenant.stores.leads.find(receipt.leadId))?.reason === 'no_verdict',
    );
    expect(await statusOf(receipt)).toBe('pending_action');
    // Too late: the lead has moved on.
    expect(await vendor.tell('call_analyzed', analyzed(call, true))).toBe(200);
    expect(await interactionOf(receipt)).toMatchObject({ status: 'completed' });
    expect(await statusOf(receipt)).toBe('pending_action');
  });

  it('goes on by the verdict that is found then, if its event was lost', async () => {
    const { receipt, call } = await called();
    vendor.becomes(call, analyzed(call, true));
    await aDayLater(receipt, call);
    await eventually('it is delivered', async () => (await statusOf(receipt)) === 'delivered');
    expect(await interactionOf(receipt)).toMatchObject({ status: 'completed', summary: 'A good talk.' });
  });
});

describe('the hook of voice events', () => {
  it('refuses what the tenant and its vendor did not sign, or not now', async () => {
    const { call } = await called();
    const old = `v=${Date.now() - 400_000},d=${'0'.repeat(64)}`;
    for (const signature of ['', 'v=1,d=x', old, `v=${Date.now()},d=${'0'.repeat(64)}`])
      expect(await vendor.tell('call_analyzed', analyzed(call, true), signature)).toBe(403);
    expect(await interactionOf({ leadId: call.metadata['leadId']!, submissionId: '' })).toMatchObject({
      status: 'in_progress',
    });
  });

  it('answers 200 to events that it does not know, and changes nothing', async () => {
    const { receipt, call } = await called();
    for (const [event, told] of [
      ['call_started', call],
      ['call_analyzed', { ...analyzed(call, true), metadata: {} }],
      ['call_analyzed', { ...analyzed(call, true), metadata: { ...call.metadata, tenantId: 'other' } }],
      ['call_analyzed', { ...analyzed(call, true), metadata: { ...call.metadata, interactionId: 'int_x' } }],
      ['anything', {}],
    ] as const)
      expect(await vendor.tell(event, told)).toBe(200);
    expect(await statusOf(receipt)).toBe('pending_action');
    expect(await interactionOf(receipt)).toMatchObject({ status: 'in_progress' });
  });
});
