import type { PhoneNumber, SmsAgent } from '@sluice/contracts';
import { chooseSmsSender, smsAgentOf, type SmsSenderSources } from './choose-sms-sender.js';

const number = (phoneNumberId: string, provider: PhoneNumber['provider'], sms = true): PhoneNumber => ({
  phoneNumberId,
  phoneNumber: `+1415555${phoneNumberId}`,
  provider,
  sms,
});
const phoneNumbers = [
  number('0001', 'telnyx', false),
  number('0002', 'console'),
  number('0003', 'twilio'),
  number('0004', 'twilio'),
];
const agents: SmsAgent[] = [{ agentId: 'agt_1', phoneNumberId: '0004' }, { agentId: 'agt_2' }];

function choose(more: Partial<SmsSenderSources>) {
  return chooseSmsSender({
    campaign: undefined,
    tenantSettings: {},
    isTest: false,
    phoneNumbers,
    agents,
    ...more,
  });
}

describe('the SMS provider', () => {
  it.each<[string | undefined, 'twilio' | 'telnyx' | undefined, string]>([
    ['telnyx', 'twilio', 'telnyx'],
    ['Twilio', undefined, 'twilio'],
    [undefined, 'twilio', 'twilio'],
    [undefined, undefined, 'console'],
    ['pigeon', 'twilio', 'twilio'],
    ['pigeon', undefined, 'console'],
  ])('of campaign %s and tenant %s is %s', (sms, defaultSmsProvider, expected) => {
    const campaign = { settings: { integrationOverrides: { sms } } };
    expect(choose({ campaign, tenantSettings: { defaultSmsProvider } }).provider).toBe(expected);
  });

  it('that is unknown is skipped, and the trace says so', () => {
    expect(
      choose({ campaign: { settings: { integrationOverrides: { sms: 'pigeon' } } } }).trace[0],
    ).toMatchObject({
      looked: 'provider',
      at: 'pigeon',
      verdict: 'passed_over',
      because: 'unknown_provider',
    });
  });
});

describe('the SMS sender number', () => {
  const twilio = { tenantSettings: { defaultSmsProvider: 'twilio' } } as const;
  const agent = (agentId: string) => ({ campaignAiAgents: { sms: { agentId } } });

  it.each<[Partial<SmsSenderSources>, string]>([
    [{ from: '+10000000000', campaign: { phoneNumberId: '0002' } }, '+10000000000'],
    [{ campaign: { phoneNumberId: '0001', ...agent('agt_1') } }, '+14155550001'],
    [{ campaign: agent('agt_1') }, '+14155550004'],
    [{ campaign: agent('agt_2') }, '+14155550003'],
    [{ campaign: agent('agt_9') }, '+14155550003'],
    [{ campaign: { phoneNumberId: 'gone', ...agent('agt_1') } }, '+14155550004'],
    [{ campaign: { phoneNumberId: 'gone' } }, '+14155550003'],
    [{}, '+14155550003'],
    [{ tenantSettings: { defaultSmsProvider: 'telnyx' } }, '+14155550002'],
    [{ phoneNumbers: phoneNumbers.map((one, n) => ({ ...one, position: -n })) }, '+14155550004'],
  ])('for %j is %s', (more, from) => {
    expect(choose({ ...twilio, ...more })).toMatchObject({ kind: 'chosen', from });
  });

  it('is missing when no configured number can send', () => {
    const mute = { phoneNumbers: phoneNumbers.slice(0, 1), ...twilio };
    expect(choose(mute)).toMatchObject({ kind: 'none', reason: 'no_sender', provider: 'twilio' });
  });

  it('is not required by the console, nor by a vendor that chooses its own', () => {
    expect(choose({ phoneNumbers: [] })).toMatchObject({ kind: 'chosen', provider: 'console' });
    expect(
      choose({ phoneNumbers: [], ...twilio, providerPicksSender: (vendor) => vendor === 'twilio' }),
    ).toMatchObject({
      kind: 'chosen',
      provider: 'twilio',
    });
  });

  it('is never an archived one, whatever names it, and the trace says so', () => {
    const archived = phoneNumbers.map((one) => ({ ...one, archivedAt: '2026-11-01T00:00:00.000Z' }));
    const named = choose({
      phoneNumbers: archived,
      ...twilio,
      campaign: { phoneNumberId: '0001', ...agent('agt_1') },
    });
    expect(named).toMatchObject({ kind: 'none', reason: 'no_sender' });
    expect(named.trace.map(({ because }) => because)).toEqual([
      undefined,
      'archived',
      'archived',
      'no_sender',
    ]);
    const left = archived.map((one, n) => (n === archived.length - 1 ? (phoneNumbers[n] ?? one) : one));
    expect(choose({ phoneNumbers: left, ...twilio })).toMatchObject({
      from: phoneNumbers.at(-1)?.phoneNumber,
    });
  });

  it('that does not exist is skipped, and the trace says so', () => {
    const { trace } = choose({ campaign: { phoneNumberId: 'gone', ...agent('agt_9') } });
    expect(trace.filter(({ verdict }) => verdict === 'passed_over').map(({ because }) => because)).toEqual([
      'unknown_phone_number',
      'unknown_agent',
    ]);
  });
});

it.each([
  [false, 'agt_1'],
  [true, 'agt_2'],
])('the agent of a campaign for a test lead (%s) is %s', (isTest, agentId) => {
  const campaign = { campaignAiAgents: { sms: { agentId: 'agt_1' }, smsTest: { agentId: 'agt_2' } } };
  expect(smsAgentOf(campaign, isTest)).toBe(agentId);
});

it('an agent whose identifier is empty is none', () => {
  const sms = { agentId: 'agt_1' };
  expect(smsAgentOf({ campaignAiAgents: { sms, smsTest: { agentId: '' } } }, true)).toBe('agt_1');
  expect(smsAgentOf({ campaignAiAgents: { sms: { agentId: '' } } }, false)).toBeUndefined();
});

it('a test lead without an agent of its own has the usual one', () => {
  const campaign = { campaignAiAgents: { sms: { agentId: 'agt_1' } } };
  expect(smsAgentOf(campaign, true)).toBe('agt_1');
  expect(choose({ campaign, isTest: true })).toMatchObject({ from: '+14155550004' });
});
