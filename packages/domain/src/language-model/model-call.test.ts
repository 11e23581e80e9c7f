import { afterCheckCall } from '../checks/after-check-call.js';
import { modelPatience, type ModelCall } from './model-call.js';

const now = new Date('2026-03-01T12:00:00Z');
const after = (call: ModelCall, n: number) => afterCheckCall(call, { n, now, random01: 0.5 }, modelPatience);
const in2s = new Date(now.getTime() + 2_000);

it.each<[string, ModelCall, string]>([
  ['an unusable answer', { kind: 'unusable' }, 'answer_unusable'],
  ['a failure', { kind: 'failed', reason: 'timeout' }, 'timeout'],
  ['an open circuit', { kind: 'circuit_open', retryAfterMs: 0 }, 'circuit_open'],
])('after %s a lead is asked about once more, and not a third time', (_what, call, reason) => {
  expect(after(call, 1)).toEqual({ kind: 'again', at: in2s, reason });
  expect(after(call, 2)).toEqual({ kind: 'unanswered', reason });
});

it('a model that asks for time gets up to a minute; for longer than that, no lead waits', () => {
  const asksFor = (retryAfterMs: number) => after({ kind: 'failed', reason: 'http_429', retryAfterMs }, 1);
  expect(asksFor(45_000)).toMatchObject({ kind: 'again', at: new Date(now.getTime() + 45_000) });
  expect(asksFor(61_000)).toEqual({ kind: 'unanswered', reason: 'http_429' });
});
