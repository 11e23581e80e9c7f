import { duringEachTest } from '@sluice/testing';
import { createHmac } from 'node:crypto';
import { retellRefusals, retellUnknownAgent, startSink } from '../src/index.js';
import { callTo, type Called } from './call-to.js';
import { listenForCallbacks } from './listen-for-callbacks.js';

const path = '/retell/v2/create-phone-call';
const asked = (more: object = {}) => ({
  from_number: '+14155550100',
  to_number: '+14155550132',
  override_agent_id: 'agent_1',
  metadata: { tenantId: 'acme', leadId: 'lead_1', interactionId: 'int_1' },
  retell_llm_dynamic_variables: { name: 'Ada' },
  ...more,
});

const sink = duringEachTest(() => startSink({ port: 0 }));

const call = (method: string, target: string, body?: unknown, key = 'key'): Promise<Called> =>
  callTo(sink.url + target, method, body, { Authorization: `Bearer ${key}` });
const place = async (more: object = {}, key = 'key') => call('POST', path, asked(more), key);
const lookUp = async (criteria: object) => {
  const { body } = await call('POST', '/retell/v3/list-calls', { filter_criteria: criteria });
  return (body as { items: Record<string, unknown>[] }).items;
};
const ofLead = (value: string) => ({ metadata: [{ type: 'string', op: 'eq', key: 'leadId', value }] });

describe('the demo Retell', () => {
  it('registers a call and shows it', async () => {
    const { status, body } = await place();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      call_id: expect.stringMatching(/^call_\w+$/) as string,
      call_status: 'registered',
      direction: 'outbound',
      agent_id: 'agent_1',
      to_number: '+14155550132',
      metadata: { leadId: 'lead_1' },
    });
    const { call_id: id } = body as { call_id: string };
    expect(await call('GET', `/retell/v2/get-call/${id}`)).toEqual({ status: 200, body });
    expect((await call('GET', '/retell/v2/get-call/call_0')).status).toBe(422);
  });

  it.each([
    ['a wrong key', {}, 'wrong', 401],
    ['a number without country code', { to_number: '4155550132' }, 'key', 400],
    ['no number to call from', { from_number: undefined }, 'key', 400],
    ['a variable that is a number', { retell_llm_dynamic_variables: { age: 42 } }, 'key', 400],
    ['an unknown agent', { override_agent_id: retellUnknownAgent }, 'key', 422],
  ])('refuses %s and places no call', async (_what, more, key, status) => {
    expect(await place(more, key)).toMatchObject({ status, body: { status: 'error' } });
    expect(await lookUp({})).toEqual([]);
  });

  it('finds a call by its metadata and time, also one whose answer was lost or was an error', async () => {
    const since = Date.now();
    sink.script({ path, mode: 'reset_after', times: 1 });
    await expect(place()).rejects.toThrow();
    sink.script({ path, ...retellRefusals.unavailable, mode: 'answer_after', times: 1 });
    expect((await place({ metadata: { leadId: 'lead_2' } })).status).toBe(500);
    const within = { start_timestamp: { type: 'range', op: 'bt', value: [since, since + 60_000] } };
    expect(await lookUp({ ...ofLead('lead_1'), ...within })).toHaveLength(1);
    expect(await lookUp(ofLead('lead_2'))).toHaveLength(1);
    expect(await lookUp(ofLead('lead_3'))).toEqual([]);
    const before = { start_timestamp: { type: 'range', op: 'bt', value: [0, since - 1] } };
    expect(await lookUp(before)).toEqual([]);
  });

  it('lists calls page by page', async () => {
    for (let placed = 0; placed < 3; placed += 1) await place();
    const { body } = await call('POST', '/retell/v3/list-calls', { limit: 2 });
    const first = body as { items: { call_id: string }[]; has_more: boolean; pagination_key: string };
    expect([first.items.length, first.has_more]).toEqual([2, true]);
    const next = { limit: 2, pagination_key: first.pagination_key };
    expect((await call('POST', '/retell/v3/list-calls', next)).body).toMatchObject({
      items: [{ call_id: expect.any(String) as string }],
      has_more: false,
    });
  });

  it.each(Object.entries(retellRefusals))('refuses as scripted: %s', async (_name, refusal) => {
    sink.script({ path, ...refusal, times: 1 });
    expect(await place()).toEqual(refusal);
    expect((await place()).status).toBe(201);
  });
});

describe('an event of the demo Retell', () => {
  const eventsOf = async (count: number, order: object) => {
    const got = await listenForCallbacks(count, async (url) => {
      await sink.sendEvents({ vendor: 'retell', url, events: [], secret: 'key', ...order });
    });
    return got.map(({ body, headers }) => ({
      raw: body,
      headers,
      ...(JSON.parse(body) as { event: string; call: Record<string, unknown> }),
    }));
  };
  const of = 'int_1';

  it('is signed with the key over body and time', async () => {
    await place();
    const [event] = await eventsOf(1, { events: [{ event: 'call_started', of }] });
    const [, at = '', hex] = /^v=(\d+),d=(\w+)$/.exec(event?.headers['x-retell-signature'] ?? '') ?? [];
    expect(Math.abs(Date.now() - Number(at))).toBeLessThan(60_000);
    expect(hex).toBe(createHmac('sha256', 'key').update(`${event?.raw}${at}`).digest('hex'));
    expect(event?.call).toMatchObject({ call_status: 'ongoing', metadata: { interactionId: 'int_1' } });
  });

  it('shows the call as it was then, whatever the order in which events are sent', async () => {
    await place();
    const analysis = { call_analysis: { custom_analysis_data: { qualified: true } } };
    const events = [
      { event: 'call_analyzed', of, with: analysis },
      { event: 'call_ended', of },
      { event: 'call_started', of },
    ];
    const got = await eventsOf(6, { events, times: 2 });
    expect(got.map(({ event }) => event)).toEqual(events.flatMap(({ event }) => [event, event]));
    expect(new Set(got.map(({ raw }) => raw)).size).toBe(3);
    expect(got[0]?.call).toMatchObject({
      call_status: 'ended',
      duration_ms: expect.any(Number) as number,
      transcript: expect.any(String) as string,
      call_analysis: {
        call_summary: expect.any(String) as string,
        custom_analysis_data: { qualified: true },
      },
    });
    expect(got[2]?.call).toMatchObject({ call_status: 'ended', disconnection_reason: 'user_hangup' });
    expect(got[2]?.call).not.toHaveProperty('call_analysis');
    expect(got[4]?.call).toMatchObject({ call_status: 'ongoing' });
    expect(got[4]?.call).not.toHaveProperty('duration_ms');
    const [listed] = await lookUp(ofLead('lead_1'));
    expect(listed).toMatchObject({ call_status: 'ended', call_analysis: { call_successful: true } });
    expect(listed).not.toHaveProperty('transcript');
  });

  it('tells that nobody picked up', async () => {
    await place();
    const ended = { event: 'call_ended', of, with: { disconnection_reason: 'dial_no_answer' } };
    const [event] = await eventsOf(1, { events: [ended] });
    expect(event?.call).toMatchObject({
      call_status: 'not_connected',
      disconnection_reason: 'dial_no_answer',
    });
    expect(event?.call).not.toHaveProperty('transcript');
  });

  it('may be about a call it does not know, and be signed by somebody else', async () => {
    const [event] = await eventsOf(1, { events: [{ event: 'call_ended', of: 'call_0' }], secret: 'other' });
    expect(event?.call).toMatchObject({ call_id: 'call_0', call_status: 'ended' });
  });
});
