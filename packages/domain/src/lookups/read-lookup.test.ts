/** What an answer says, and how often and when a vendor is asked again. */
import { afterCheckCall } from '../checks/after-check-call.js';
import { lookupPatience, readLookup, recallLookup, type LookupCall } from './read-lookup.js';

const at = new Date('2026-08-01T12:00:00Z');
const lookup = {
  goodWhen: { jsonPath: '$.success', equals: true },
  map: [
    { field: 'text', jsonPath: '$.a' },
    { field: 'list', jsonPath: '$.b' },
    { field: 'none', jsonPath: '$.c' },
  ],
};
const answered = (status: number, body: unknown, more: object = {}) => ({
  ...{ kind: 'answered' as const, status, headers: {}, truncated: false },
  bodyRead: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});
const read = (...given: Parameters<typeof answered>) => readLookup(lookup, answered(...given), at);

it('takes text, numbers, yes and no, and lists of these, cut to their bounds', () => {
  const b = [...Array(30).keys(), null, {}];
  const call = read(200, { success: 'TRUE', a: 'x'.repeat(900), b, c: { d: 1 } });
  expect(call).toEqual({
    kind: 'verdict',
    verdict: { at, fields: { text: 'x'.repeat(500), list: [...Array(20).keys()] } },
  });
  const kept = call.kind === 'verdict' ? recallLookup(JSON.stringify(call.verdict)) : undefined;
  expect(kept).toEqual({ at, fields: { text: 'x'.repeat(500), list: [...Array(20).keys()] } });
});

it('reads an answer that is encoded twice, and keeps each digit of a long number', () => {
  const body = '{"success":true,"a":23851234567890123,"b":[1.10,-23851234567890123]}';
  const fields = { text: '23851234567890123', list: [1.1, '-23851234567890123'] };
  for (const text of [body, JSON.stringify(body)]) {
    const call = read(200, text);
    expect(call).toEqual({ kind: 'verdict', verdict: { at, fields } });
    expect(call.kind === 'verdict' && recallLookup(JSON.stringify(call.verdict))).toEqual({ at, fields });
  }
});

it.each(['null', 'true', '7', '"clean"'])('%s is an answer only for who asks for the whole', (body) => {
  const mapped = (jsonPath: string) =>
    readLookup({ map: [{ field: 'code', jsonPath }] }, answered(200, body), at);
  expect(mapped('$.code')).toEqual({ kind: 'failed', reason: 'not_json' });
  const value = JSON.parse(body) as string | null;
  expect(mapped('$')).toEqual({
    kind: 'verdict',
    verdict: { at, fields: value === null ? {} : { code: value } },
  });
});

const again = (call: LookupCall, n = 1) => {
  const after = afterCheckCall(call, { n, now: at, random01: 0.5 }, lookupPatience);
  return after.kind === 'again' ? after.at.getTime() - at.getTime() : after.kind;
};
it.each<[string, LookupCall, number | 'unanswered']>([
  ['a failure of the connection', { kind: 'failed', reason: 'timeout' }, 5_000],
  ['500', read(500, ''), 5_000],
  ['a redirect', read(302, ''), 5_000],
  ['408', read(408, ''), 5_000],
  ['429 that asks for 20 s', read(429, '', { headers: { 'retry-after': '20' } }), 20_000],
  ['503 that asks for a minute', read(503, '', { headers: { 'retry-after': '60' } }), 'unanswered'],
  ['401', read(401, {}), 'unanswered'],
  ['404', read(404, {}), 'unanswered'],
  ['what is not JSON', read(200, 'ok'), 5_000],
  ['half of an answer', read(200, { success: true }, { truncated: true }), 5_000],
  ['what is not good', read(200, { success: false, a: 'x' }), 5_000],
  ['an open circuit for an hour', { kind: 'circuit_open', retryAfterMs: 3_600_000 }, 'unanswered'],
])('after %s: %#', (_what, call, expected) => {
  expect(again(call)).toBe(expected);
  expect(again(call, 2)).toBe('unanswered');
});

it('a text that is no kept answer is none', () => {
  for (const text of ['', '{}', '[]', 'null', '{"at":1}']) expect(recallLookup(text)).toBeUndefined();
});
