import type { VoiceCall } from '@sluice/contracts';
import { campaignOf, type Sent } from '../../test/builders.js';
import { effects, ofKind } from '../../test/effects.js';
import { afterCallAttempt, type Placing } from './after-call-attempt.js';
import { renderVariables } from './agent-variables.js';
import { voiceCallId } from './call-effect.js';
import { interactionOfCall } from './call-interaction.js';
import { whetherToCall, type CallCircumstances } from './whether-to-call.js';

const agents = { voice: { agentId: 'a1', agentVariablesConfigId: 'v1' }, voiceTest: { agentId: 'a2' } };
const usual: CallCircumstances = {
  data: { phone: '+14155550132', phoneValid: true },
  isTest: false,
  isConfigured: true,
  from: '+12125550100',
  hasOptedOut: false,
};
const asked = (sent: Sent, more: Partial<CallCircumstances> = {}) =>
  whetherToCall(campaignOf({ campaignAiAgents: agents, ...sent }), { ...usual, ...more });
const vendor = (voice: string) => ({ settings: { integrationOverrides: { voice } } });

describe('a lead is called', () => {
  it("by its campaign's agent, and a test lead by the one for tests", () => {
    const call = { to: '+14155550132', from: '+12125550100' };
    expect(asked({})).toEqual({
      kind: 'call',
      order: { ...call, agentId: 'a1', agentVariablesConfigId: 'v1' },
    });
    expect(asked(vendor('retell'), { isTest: true })).toEqual({
      kind: 'call',
      order: { ...call, agentId: 'a2' },
    });
  });

  it.each<[string, Sent, Partial<CallCircumstances>]>([
    ['no_voice_provider', {}, { isConfigured: false }],
    ['other_voice_provider', vendor('vapi'), {}],
    ['no_voice_agent', { campaignAiAgents: {} }, {}],
    ['test_lead', { campaignAiAgents: { voice: agents.voice } }, { isTest: true }],
    ['no_voice_number', {}, { from: undefined }],
    ['phone_invalid', {}, { data: { phone: '12', phoneValid: false } }],
    ['phone_invalid', {}, { data: {} }],
    ['opted_out', {}, { hasOptedOut: true }],
  ])('not at all: %s', (because, sent, more) => {
    expect(asked(sent, more)).toEqual({ kind: 'not_called', because });
  });
});

describe('after an attempt at a call', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const after = (placing: Placing, n = 1) => afterCallAttempt(placing, { n, now, random01: 0.5 });
  const inMs = (ms: number) => new Date(now.getTime() + ms);

  it('only one that certainly placed no call is followed by another', () => {
    expect(after({ kind: 'placed', callId: 'c' })).toEqual({ kind: 'placed', callId: 'c' });
    expect(after({ kind: 'not_placed', reason: 'refused' })).toMatchObject({
      kind: 'again',
      at: inMs(5_000),
    });
    expect(after({ kind: 'refused', reason: 'http_422' })).toEqual({ kind: 'failed', reason: 'http_422' });
    expect(after({ kind: 'unknown', reason: 'timeout' })).toEqual({ kind: 'look_up', reason: 'timeout' });
  });

  it('it waits as long as the vendor asks, and ends after the last delay', () => {
    const busy = { kind: 'not_placed', reason: 'http_429', retryAfterMs: 90_000 } as const;
    expect(after(busy)).toMatchObject({ kind: 'again', at: inMs(90_000) });
    expect(after(busy, 6)).toEqual({ kind: 'failed', reason: 'http_429' });
  });
});

describe('the interaction of a call', () => {
  const said = (role: 'agent' | 'lead') =>
    [{ timestamp: '2026-03-01T12:00:00.000Z', role, message: 'x', source: 'ai' }] as const;
  const ended = (terminationReason: string, transcript: VoiceCall['transcript'] = said('lead')) =>
    interactionOfCall({ callId: 'c', isOver: true, terminationReason, transcript });

  it.each([
    ['user_hangup', 'completed'],
    ['inactivity', 'completed'],
    ['dial_no_answer', 'no_answer'],
    ['dial_busy', 'no_answer'],
    ['user_declined', 'no_answer'],
    ['voicemail_reached', 'no_answer'],
    ['dial_failed', 'failed'],
    ['invalid_destination', 'failed'],
    ['error_llm_websocket_open', 'failed'],
  ])('that ended by %s is %s', (reason, status) => {
    expect(ended(reason)?.status).toBe(status);
  });

  it('says that somebody was spoken to only if the lead said something', () => {
    expect(ended('user_hangup')?.call?.spokenTo).toBe(true);
    expect(ended('user_hangup', said('agent'))?.call?.spokenTo).toBe(false);
    expect(ended('voicemail_reached')?.call?.spokenTo).toBe(false);
  });

  it('does not change while the call goes on', () => {
    expect(interactionOfCall({ callId: 'c', isOver: false })).toBeUndefined();
  });
});

it('a submission that waits for a call plans it once, with the interaction that shows it', () => {
  const waiting = { kind: 'awaiting_action', action: 'voice_ai', trace: [] } as const;
  const calls = ofKind('call', effects(waiting));
  expect(calls).toHaveLength(1);
  expect(calls[0]?.effectId).toBe(voiceCallId('sub_1'));
  expect(calls[0]?.body.interactionId).toMatch(/^int_/);
});

it("an agent's variables are texts of the lead; a broken template is named", () => {
  const lead = {
    leadId: 'lead_1',
    submissionId: 'sub_1',
    campaignId: 'ACMRU',
    acceptedAt: new Date('2026-11-01T12:00:00Z'),
    data: { firstName: 'Ada', questionnaire: { injury: 'burn', count: 3 } },
  };
  const variables = {
    name: '{{ first_name }}',
    both: '{{ questionnaire.injury }} {{ count }}',
    none: '{{ nothing }}',
  };
  expect(renderVariables({ variables }, lead)).toEqual({
    kind: 'rendered',
    values: { name: 'Ada', both: 'burn 3', none: '' },
  });
  expect(renderVariables({ variables: { bad: '{% if %}' } }, lead)).toEqual({ kind: 'broken', name: 'bad' });
});
