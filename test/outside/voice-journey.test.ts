/** A call by a voice agent that a first submission waits for, over every service, with the sink as its vendor. */
import { voiceCallId } from '@sluice/domain';
import { retellRefusals, type Behaviour } from '@sluice/sink';
import { KNOWN_EVERYWHERE_MS } from '@sluice/store';
import { testPhone, zoneAtMidnight, zoneAtNoon, eventually } from '@sluice/testing';
import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const path = '/retell/v2/create-phone-call';
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
  tenant = await startTenant(
    {
      providers: { retell: { apiKey: '${META_TOKEN}', baseUrl: '${SINK_URL}/retell' } },
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
      campaigns: [campaign('CALL')],
    },
    {
      services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'],
      // The sweep finds what is due long after its call.
      env: { SWEEP_AFTER_SECONDS: '5' },
    },
  );
}, 120_000);
afterAll(() => tenant?.stop());

/** A call as it was ordered. */
interface Ordered {
  readonly from_number: string;
  readonly to_number: string;
  readonly override_agent_id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly retell_llm_dynamic_variables: Readonly<Record<string, string>>;
}
/** Every order of a call to this number, placed or not. */
const orders = (phone: string) =>
  tenant
    .received(path)
    .map(({ body }) => JSON.parse(body) as Ordered)
    .filter((order) => order.to_number === phone);
/** How the vendor answers the next order of a call to this number. */
const script = (phone: string, behaviour: Omit<Behaviour, 'path'>) =>
  tenant.installation.sink.script({ path, contains: phone, times: 1, ...behaviour });

let count = 0;
const newPhone = () => testPhone(60_000 + (count += 1));

/** Submits a lead whose call is placed, and returns the call. */
async function called(fields: object = {}) {
  const phone = newPhone();
  const receipt = await tenant.submit('CALL', { phone, ...fields });
  const call = await eventually('the call is placed', () => orders(phone)[0]);
  return { phone, receipt, call };
}

/** Has the vendor tell of a call; the status of the hook's answer. */
async function tell(
  event: string,
  { metadata }: Pick<Ordered, 'metadata'>,
  more: object = {},
  url = `${tenant.installation.url}/hooks/voice/retell/acme`,
) {
  const secret = 'test-token';
  const of = metadata['interactionId'] ?? '';
  const events = [{ event, of, with: { ...more } }];
  const [answer] = await tenant.installation.sink.sendEvents({ vendor: 'retell', url, events, secret });
  return answer?.status;
}
const verdict = (qualified: unknown) => ({ call_analysis: { custom_analysis_data: { qualified } } });
const interactionOf = async ({ leadId }: Pick<Receipt, 'leadId'>) => {
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
    expect(await tell('call_analyzed', call, verdict(true))).toBe(200);
    expect(await tell('call_ended', call)).toBe(200);
    expect(await tell('call_analyzed', call, verdict(true))).toBe(200);
    await eventually('it is delivered', async () => (await statusOf(receipt)) === 'delivered');
    expect(await decided(receipt)).toEqual([
      'qualification awaiting_action',
      'action qualified',
      'routing routed',
      'delivery delivered',
    ]);
    expect(await interactionOf(receipt)).toMatchObject({
      status: 'completed',
      summary: 'The agent and the person spoke about the claim.',
      call: {
        direction: 'outbound',
        duration: 42,
        recordingUrl: expect.stringMatching(/^https:\/\/recordings\.example\//) as unknown,
        terminationReason: 'user_hangup',
        voiceAI: {
          provider: 'retell',
          agentId: 'agent_1',
          conversationId: expect.stringMatching(/^call_/) as unknown,
        },
        spokenTo: true,
      },
      transcript: [{ role: 'agent' }, { role: 'lead', message: 'Yes, I do.' }],
    });
    expect(orders(call.to_number)).toHaveLength(1);
  });

  it('is disqualified when it says not qualified', async () => {
    const { receipt, call } = await called();
    await tell('call_analyzed', call, verdict(false));
    await eventually('it is disqualified', async () => (await statusOf(receipt)) === 'disqualified');
    expect((await tenant.stores.leads.find(receipt.leadId))?.reason).toBe('voice_not_qualified');
  });

  it('keeps waiting for a person after any other verdict, who may deliver it; late events then change the call only', async () => {
    const { receipt, call } = await called();
    await tell('call_analyzed', call, verdict('yes'));
    expect(await statusOf(receipt)).toBe('pending_action');
    const { data } = await tenant.call('POST', `/leads/${receipt.leadId}/deliver`, { campaignId: 'CALL' });
    const again = { leadId: receipt.leadId, submissionId: String(data['newSubmissionId']) };
    expect(await tenant.fate(again)).toBe('delivered');
    expect(await tell('call_analyzed', call, verdict(false))).toBe(200);
    expect(await statusOf(receipt)).toBe('delivered');
    expect((await decided(receipt)).at(-1)).toBe('action superseded');
  });

  it('of a person who opted out is not called', async () => {
    const phone = newPhone();
    await tenant.stores.messages.optOut(phone, 'msg_1', new Date());
    const receipt = await tenant.submit('CALL', { phone });
    await tenant.atRest(receipt);
    expect(orders(phone)).toEqual([]);
  });
});

describe('nobody is called twice', () => {
  const reasonOf = async ({ leadId }: Receipt) => (await tenant.stores.leads.find(leadId))?.reason;

  it.concurrent.each<Omit<Behaviour, 'path'>>([
    { mode: 'reset_after' },
    { mode: 'answer_after', status: 500 },
  ])('after the answer %j the call is found by its metadata and waited for', async (answer) => {
    const phone = newPhone();
    script(phone, answer);
    const receipt = await tenant.submit('CALL', { phone });
    await eventually('it is found', async () => {
      const call = (await interactionOf(receipt))?.['call'] as
        | { readonly voiceAI?: { readonly conversationId?: string } }
        | undefined;
      return call?.voiceAI?.conversationId?.startsWith('call_');
    });
    await tell('call_analyzed', orders(phone)[0]!, verdict(true));
    await eventually('it is delivered', async () => (await statusOf(receipt)) === 'delivered');
    expect(orders(phone)).toHaveLength(1);
  });

  it.concurrent('after a lost answer to a call that is not found, a person decides', async () => {
    const phone = newPhone();
    script(phone, retellRefusals.unavailable);
    const receipt = await tenant.submit('CALL', { phone });
    await eventually('it ends', async () => (await reasonOf(receipt)) === 'unknown_outcome');
    expect(await statusOf(receipt)).toBe('pending_action');
    expect(orders(phone)).toHaveLength(1);
  });

  it.concurrent('a refusal ends the call', async () => {
    const phone = newPhone();
    script(phone, retellRefusals.unknownAsset);
    const receipt = await tenant.submit('CALL', { phone });
    await eventually('it ends', async () => (await reasonOf(receipt)) === 'call_refused');
    expect(await interactionOf(receipt)).toMatchObject({ status: 'failed', errorCode: 'http_422' });
    expect(orders(phone)).toHaveLength(1);
  });

  it.concurrent('429 placed no call, and is tried again', async () => {
    const phone = newPhone();
    script(phone, retellRefusals.rateLimited);
    await tenant.submit('CALL', { phone });
    await eventually('it is tried again', () => orders(phone).length === 2);
  });
});

describe('a call without a verdict', () => {
  // As if it had been placed a day ago.
  async function aDayLater({ leadId, submissionId }: Receipt) {
    const { attempts, effects } = tenant.stores;
    const effectId = voiceCallId(submissionId);
    const [long, at] = [new Date(Date.now() - 25 * 3_600_000), new Date(Date.now() - 1_000)];
    await eventually(
      'it is recorded',
      async () => (await effects.find(effectId))?.reason === 'awaiting_verdict',
    );
    const call = (await interactionOf({ leadId }))?.['call'] as { voiceAI: { conversationId: string } };
    const { conversationId: reference } = call.voiceAI;
    const placed = { kind: 'accepted', reference, endedAt: long, durationMs: 1 } as const;
    await attempts.conclude({ submissionId: effectId, generation: 0 }, 1, placed);
    const redis = new Redis(tenant.installation.backends.redisUrl);
    await redis.flushall();
    redis.disconnect();
    await effects.progress(effectId, { status: 'due', dueAt: at, enqueuedAt: new Date(0) }, at);
  }

  it('is looked up after a day, and a person decides', async () => {
    const { receipt, call } = await called();
    await aDayLater(receipt);
    await eventually(
      'it ends',
      async () => (await tenant.stores.leads.find(receipt.leadId))?.reason === 'no_verdict',
    );
    expect(await statusOf(receipt)).toBe('pending_action');
    // Too late: the lead has moved on.
    expect(await tell('call_analyzed', call, verdict(true))).toBe(200);
    expect(await interactionOf(receipt)).toMatchObject({ status: 'completed' });
    expect(await statusOf(receipt)).toBe('pending_action');
  });

  it('goes on by the verdict that is found then, if its event was lost', async () => {
    const { receipt, call } = await called();
    // Nobody is there to hear it.
    await tell('call_analyzed', call, verdict(true), 'http://127.0.0.1:9/');
    await aDayLater(receipt);
    await eventually('it is delivered', async () => (await statusOf(receipt)) === 'delivered');
    expect(await interactionOf(receipt)).toMatchObject({ status: 'completed', transcript: [{}, {}] });
  });
});

describe('the hook of voice events', () => {
  it('answers 200 to what is not about a call of the tenant, and changes nothing', async () => {
    const { receipt, call } = await called();
    const { metadata } = call;
    for (const [event, more] of [
      ['call_started', {}],
      ['transcript_updated', verdict(true)],
      ['call_ended', { metadata: {} }],
      ['call_ended', { metadata: { ...metadata, tenantId: 'other' } }],
      ['call_ended', { metadata: { ...metadata, interactionId: 'int_x' } }],
      ['call_ended', { metadata: { ...metadata, leadId: 'lead_x' } }],
    ] as const)
      expect(await tell(event, call, more)).toBe(200);
    expect(await statusOf(receipt)).toBe('pending_action');
    expect(await interactionOf(receipt)).toMatchObject({ status: 'in_progress' });
  });
});

it('with quiet hours a call waits until 08:00 where the lead is, and is placed where it is day', async () => {
  await tenant.apply({ settings: { quietHours: true } });
  await pause(KNOWN_EVERYWHERE_MS);
  const now = new Date();
  const [awake, asleep] = [newPhone(), newPhone()];
  const waits = await tenant.submit('CALL', { phone: asleep, timezone: zoneAtMidnight(now) });
  await tenant.submit('CALL', { phone: awake, timezone: zoneAtNoon(now) });
  await eventually('the call is placed where it is day', () => orders(awake).length === 1);
  const effect = await eventually('the other one waits', async () => {
    const found = await tenant.stores.effects.find(voiceCallId(waits.submissionId));
    return found?.reason === 'quiet_hours' && found;
  });
  const waitsHours = ((effect.enqueuedAt ?? effect.createdAt).getTime() - now.getTime()) / 3_600_000;
  expect(waitsHours).toBeGreaterThan(6.9);
  expect(waitsHours).toBeLessThanOrEqual(8);
  expect(orders(asleep)).toEqual([]);
});
