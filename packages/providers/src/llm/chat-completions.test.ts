import type { OutboundAnswer } from '../http/index.js';
import { modelRequest, modelServer, readModelAnswer } from './chat-completions.js';

const now = new Date('2026-03-01T12:00:00Z');
const llm = { baseUrl: 'https://model.example/v1/', model: 'm-1', apiKey: 'key-1' };
const question = { system: 'rules', user: '{"data":{}}', schema: { type: 'object' } };

it('a question is one call of chat completions, with the rules and the data apart and a strict schema', () => {
  const { body = '', ...request } = modelRequest(modelServer({ llm })!, question);
  expect(request).toEqual({
    url: 'https://model.example/v1/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key-1' },
    timeoutMs: 20_000,
  });
  expect(JSON.parse(body)).toEqual({
    model: 'm-1',
    messages: [
      { role: 'system', content: 'rules' },
      { role: 'user', content: '{"data":{}}' },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema: { type: 'object' } },
    },
  });
});

it('a server without a key is called without one, and one without an address or a model is none', () => {
  const keyless = modelServer({ llm: { ...llm, apiKey: '' } })!;
  expect(Object.keys(modelRequest(keyless, question).headers)).toEqual(['content-type']);
  for (const missing of ['baseUrl', 'model'] as const)
    expect(modelServer({ llm: { ...llm, [missing]: '' } })).toBeUndefined();
  expect(modelServer({})).toBeUndefined();
});

const answered = (status: number, body: unknown, headers: Record<string, string> = {}): OutboundAnswer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers, body: text, bodyRead: text, truncated: false, durationMs: 1 };
};
const choice = (message: object, finish_reason = 'stop') => ({
  choices: [{ index: 0, finish_reason, message }],
});

it("the model's text is read from a whole answer", () => {
  expect(readModelAnswer(answered(200, choice({ content: '{}', refusal: null })), now)).toEqual({
    kind: 'text',
    text: '{}',
  });
});

it("the model's text is read from content in parts", () => {
  const content = [
    { type: 'thinking', thinking: 'hm', text: 'no' },
    { type: 'text', text: '{"a"' },
    { type: 'text', text: ':1}' },
  ];
  expect(readModelAnswer(answered(200, choice({ content })), now)).toEqual({ kind: 'text', text: '{"a":1}' });
});

it.each<[string, OutboundAnswer]>([
  ['in parts without a text', answered(200, choice({ content: [{ type: 'image_url' }, 'x', null] }))],
  ['without content', answered(200, choice({ content: [] }))],
  ['cut', answered(200, choice({ content: '{}' }, 'length'))],
  ['filtered', answered(200, choice({ content: '{}' }, 'content_filter'))],
  ['refused', answered(200, choice({ content: null, refusal: 'I cannot' }))],
  ['refused beside a text', answered(200, choice({ content: '{}', refusal: 'I cannot' }))],
  ['empty', answered(200, choice({ content: '' }))],
  ['an error inside a success', answered(200, { error: { message: 'down' } })],
  ['no JSON', answered(200, '<html>')],
  ['broken off', { ...answered(200, choice({ content: '{}' })), bodyProblem: 'reset' } as OutboundAnswer],
])('an answer that is %s has no text', (_what, answer) => {
  expect(readModelAnswer(answer, now)).toEqual({ kind: 'no_text' });
});

it.each<[OutboundAnswer, object]>([
  [answered(401, { error: {} }), { reason: 'http_401' }],
  [answered(429, '', { 'retry-after': '7' }), { reason: 'http_429', retryAfterMs: 7_000 }],
  [
    answered(429, '', { 'retry-after-ms': '1500', 'retry-after': '7' }),
    { reason: 'http_429', retryAfterMs: 1_500 },
  ],
  [answered(302, ''), { reason: 'http_302' }],
  [{ kind: 'failed', reason: 'timeout', mayHaveArrived: true, durationMs: 1 }, { reason: 'timeout' }],
])('a failure %# has its reason, and how long the server asks to wait', (answer, expected) => {
  expect(readModelAnswer(answer, now)).toEqual({ kind: 'failed', ...expected });
});
