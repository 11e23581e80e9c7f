import { duringTests } from '@sluice/testing';
import { chatCompletion, chatRefusals, startSink } from '../src/index.js';
import { callTo } from './call-to.js';

const path = '/llm/v1/chat/completions';
const criteria = ['Used the product', 'Was diagnosed after 2015', 'Has no attorney'];
const verdictSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['qualified', 'criteria'],
  properties: {
    qualified: { type: 'boolean' },
    criteria: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['met'],
        properties: { met: { type: 'boolean' } },
      },
    },
  },
};
const asked = (answers: unknown = {}, more: object = {}) => ({
  model: 'small',
  messages: [
    {
      role: 'system',
      content: 'Judge. Answer like {"qualified":true,"criteria":[{"criterion":"a","met":true}]}.',
    },
    { role: 'user', content: JSON.stringify({ eligibilityCriteria: criteria, answers }) },
  ],
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'verdict', strict: true, schema: verdictSchema },
  },
  ...more,
});

const sink = duringTests(() => startSink({ port: 0 }));

const ask = (body: unknown = asked(), key = 'key') =>
  callTo(sink.url + path, 'POST', body, { Authorization: `Bearer ${key}` });

interface Choice {
  readonly finish_reason: string;
  readonly message: { readonly content: string | null; readonly refusal: string | null };
}
const choiceOf = ({ body }: { body: unknown }) => (body as { choices: Choice[] }).choices[0];
const verdictOf = (answer: { body: unknown }) =>
  JSON.parse(choiceOf(answer)?.message.content ?? '') as {
    qualified: boolean;
    criteria: { criterion: string; met: boolean }[];
  };
const metOf = (answer: { body: unknown }) => verdictOf(answer).criteria.map(({ met }) => met);

describe('the demo language model', () => {
  it('answers a whole verdict on the criteria of the request', async () => {
    const answer = await ask();
    expect(answer).toMatchObject({ status: 200, body: { choices: [{ finish_reason: 'stop' }] } });
    expect(verdictOf(answer)).toMatchObject({
      qualified: true,
      criteria: criteria.map((criterion) => ({ criterion, met: true })),
    });
  });

  it('finds a criterion unmet if the answers say so', async () => {
    const answer = await ask(asked({ note: 'unmet:2' }));
    expect(verdictOf(answer).qualified).toBe(false);
    expect(metOf(answer)).toEqual([true, false, true]);
    expect(metOf(await ask(asked({ note: 'unmet:all' })))).toEqual([false, false, false]);
  });

  it.each([
    ['numbered lines', 'The criteria:\n1. Used the product\n2) Was diagnosed\n'],
    ['a list after the word', 'Criteria: ["Used the product", "Was diagnosed"]. Answer as JSON.'],
    ['a list of objects', '{"criteria":[{"criterion":"Used the product"},{"criterion":"Was diagnosed"}]}'],
  ])('reads the criteria as %s', async (_form, content) => {
    const answer = await ask(asked({}, { messages: [{ role: 'system', content }] }));
    expect(verdictOf(answer).criteria.map(({ criterion }) => criterion)).toEqual([
      'Used the product',
      expect.stringContaining('Was diagnosed'),
    ]);
  });

  it.each([
    ['a wrong key', asked(), 'wrong', 401],
    ['no model', asked({}, { model: undefined }), 'key', 400],
    ['no messages', asked({}, { messages: [] }), 'key', 400],
    ['an unknown model', asked({}, { model: 'unknown' }), 'key', 404],
    [
      'a strict schema with an optional property',
      asked(
        {},
        {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'v', strict: true, schema: { ...verdictSchema, required: ['qualified'] } },
          },
        },
      ),
      'key',
      400,
    ],
  ])('refuses %s', async (_what, body, key, status) => {
    expect(await ask(body, key)).toMatchObject({
      status,
      body: { error: { message: expect.any(String) as string } },
    });
  });

  it.each(Object.entries(chatRefusals))('refuses as scripted: %s', async (_name, refusal) => {
    sink.script({ path, ...refusal, times: 1 });
    expect(await ask()).toMatchObject({ status: refusal.status, body: refusal.body });
    expect((await ask()).status).toBe(200);
  });

  const variant = async (name: string) => {
    sink.script({ path, variant: name, times: 1 });
    return ask(asked({ note: 'unmet:3' }));
  };

  it('breaks its verdict as scripted', async () => {
    expect(verdictOf(await variant('contradiction'))).toMatchObject({
      qualified: true,
      criteria: [{ met: true }, { met: true }, { met: false }],
    });
    expect(verdictOf(await variant('missing_criterion')).criteria).toHaveLength(2);
    expect(verdictOf(await variant('reordered')).criteria[0]?.criterion).toBe('Has no attorney');
    expect(metOf(await variant('not_boolean'))).toEqual(['yes', 'yes', 'no']);
    expect(metOf(await variant('unmet'))).toEqual([false, false, false]);
    expect(choiceOf(await variant('long_words'))?.message.content?.length).toBeGreaterThan(5_000);
    expect(metOf(await variant('none of these'))).toEqual([true, true, false]);
  });

  it('gives no verdict as scripted', async () => {
    expect(() => verdictOf({ body: chatCompletion({ content: 'Yes' }) })).toThrow();
    for (const [name, finishReason] of [
      ['not_json', 'stop'],
      ['length', 'length'],
    ] as const) {
      const answer = await variant(name);
      expect(choiceOf(answer)?.finish_reason).toBe(finishReason);
      expect(() => verdictOf(answer)).toThrow();
    }
    expect(choiceOf(await variant('refusal'))?.message).toMatchObject({
      content: null,
      refusal: expect.any(String) as string,
    });
    expect(choiceOf(await variant('content_filter'))).toMatchObject({
      finish_reason: 'content_filter',
      message: { content: null },
    });
  });

  it('answers words that a script gives', async () => {
    sink.script({ path, body: chatCompletion({ content: '{"qualified":false}' }), times: 1 });
    expect(choiceOf(await ask())?.message.content).toBe('{"qualified":false}');
  });
});
