import { createHmac } from 'node:crypto';
import type { OutboundAnswer } from '../http/index.js';
import { isGenuineRetell, readRetellEvent } from './retell-events.js';
import {
  callRequest,
  lookUpRequest,
  placeRequest,
  readFoundCall,
  readLookUp,
  readPlacing,
  retellAccount,
} from './retell.js';

const account = retellAccount({ retell: { apiKey: 'key_1', baseUrl: 'https://voice.example/' } })!;
const ids = { tenantId: 'demo', leadId: 'lead_1', submissionId: 'sub_1', interactionId: 'int_1' };
const answered = (
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): OutboundAnswer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers, body: text, bodyRead: text, truncated: false, durationMs: 1 };
};
const failed = (
  reason: 'timeout' | 'refused' | 'blocked' | 'reset',
  mayHaveArrived: boolean,
): OutboundAnswer => ({
  kind: 'failed',
  reason,
  mayHaveArrived,
  durationMs: 1,
});

it('a call is ordered with its agent, numbers, variables and our ids', () => {
  const order = { to: '+14155550132', from: '+12125550100', agentId: 'a1', variables: { name: 'Ada' }, ids };
  const { body = '', ...request } = placeRequest(account, order);
  expect(request).toMatchObject({
    url: 'https://voice.example/v2/create-phone-call',
    method: 'POST',
    headers: { authorization: 'Bearer key_1' },
  });
  expect(JSON.parse(body)).toEqual({
    from_number: '+12125550100',
    to_number: '+14155550132',
    override_agent_id: 'a1',
    metadata: ids,
    retell_llm_dynamic_variables: { name: 'Ada' },
  });
});

it.each<[string, OutboundAnswer, object]>([
  ['201', answered(201, { call_id: 'c1' }), { kind: 'placed', callId: 'c1' }],
  ['201 without an id', answered(201), { kind: 'unknown' }],
  ['201 that is cut', answered(201, '{"call_'), { kind: 'unknown' }],
  ['429', answered(429, {}, { 'retry-after': '9' }), { kind: 'not_placed', retryAfterMs: 9_000 }],
  ['a refused connection', failed('refused', false), { kind: 'not_placed', reason: 'refused' }],
  ['a private address', failed('blocked', false), { kind: 'refused', reason: 'blocked' }],
  ['402', answered(402), { kind: 'refused', reason: 'http_402' }],
  ['422', answered(422), { kind: 'refused', reason: 'http_422' }],
  ['500', answered(500), { kind: 'unknown', reason: 'http_500' }],
  ['a timeout', failed('timeout', true), { kind: 'unknown', reason: 'timeout' }],
  ['a reset connection', failed('reset', true), { kind: 'unknown', reason: 'reset' }],
])('%s says whether a call was placed', (_what, answer, expected) => {
  expect(readPlacing(answer)).toMatchObject(expected);
});

it('a call is looked up by its interaction, and one with other ids is not taken for it', () => {
  expect(JSON.parse(lookUpRequest(account, ids).body ?? '')).toMatchObject({
    filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'interactionId', value: 'int_1' }] },
  });
  const call = (interactionId: string) => ({
    call_id: `of_${interactionId}`,
    metadata: { ...ids, interactionId },
  });
  expect(readLookUp(answered(200, { items: [call('int_2'), call('int_1')] }), ids)).toMatchObject({
    kind: 'found',
    call: { callId: 'of_int_1' },
  });
  expect(readLookUp(answered(200, { items: [call('int_2')] }), ids)).toEqual({ kind: 'none' });
  for (const answer of [answered(500), answered(200, '{'), answered(200, {}), failed('timeout', true)])
    expect(readLookUp(answer, ids).kind).toBe('failed');
});

it('a call is read by its id, and nothing of an answer that is none', () => {
  expect(callRequest(account, 'c/1')).toMatchObject({
    url: 'https://voice.example/v2/get-call/c%2F1',
    method: 'GET',
  });
  expect(readFoundCall(answered(200, { call_id: 'c1', call_status: 'ended' }))).toEqual({
    callId: 'c1',
    isOver: true,
  });
  for (const answer of [answered(422), answered(200, '{'), failed('timeout', true)])
    expect(readFoundCall(answer)).toBeUndefined();
});

describe('an event', () => {
  const rawBody = Buffer.from('{"event":"call_ended"}');
  const at = 1_770_000_000_000;
  const signed = (time: number, key = 'key_1') =>
    `v=${time},d=${createHmac('sha256', key).update(`${rawBody.toString()}${time}`).digest('hex')}`;
  const genuine = (signature: string | undefined, now = at, key = 'key_1') =>
    isGenuineRetell(
      { rawBody, headers: { 'x-retell-signature': signature }, receivedAt: new Date(now) },
      key,
    );

  it('is genuine if its body and time are signed with the key, within five minutes', () => {
    expect(genuine(signed(at))).toBe(true);
    expect(genuine(signed(at), at + 299_000)).toBe(true);
    expect(genuine(signed(at), at - 299_000)).toBe(true);
  });

  it.each([
    ['without a signature', undefined, at],
    ['with an empty one', '', at],
    ['with another key', signed(at, 'key_2'), at],
    ['with another time than was signed', signed(at).replace(/^v=\d+/, `v=${at + 1}`), at],
    ['too old', signed(at), at + 301_000],
    ['from the future', signed(at), at - 301_000],
    ['with half a hash', signed(at).slice(0, -2), at],
  ])('is refused %s', (_what, signature, now) => {
    expect(genuine(signature, now)).toBe(false);
  });

  it('is refused by a tenant without a key', () => {
    expect(genuine(signed(at, ''), at, '')).toBe(false);
  });

  it('of another kind, or about no call, is ignored', () => {
    for (const event of [
      '{"event":"call_started","call":{"call_id":"c"}}',
      '{"event":"call_ended"}',
      'x',
      '[]',
    ])
      expect(readRetellEvent(event)).toEqual({ kind: 'ignored' });
  });

  it('is read without trusting its shape: what cannot be stored is left out', () => {
    const call = {
      call_id: 'c1',
      metadata: ids,
      duration_ms: 'soon',
      recording_url: 'javascript:alert(1)',
      transcript_object: [
        { role: 'user', content: 'a\u0000\ud800b' },
        { content: 7 },
        null,
        { role: 'agent', content: ' ' },
      ],
      call_analysis: { custom_analysis_data: { qualified: 'true' } },
    };
    expect(readRetellEvent(JSON.stringify({ event: 'call_analyzed', call }))).toEqual({
      kind: 'analyzed',
      call: {
        callId: 'c1',
        ids,
        isOver: true,
        transcript: [
          { timestamp: '1970-01-01T00:00:00.000Z', role: 'lead', message: 'ab', source: 'ai' },
          { timestamp: '1970-01-01T00:00:00.000Z', role: 'system', message: '7', source: 'ai' },
        ],
      },
    });
  });
});
