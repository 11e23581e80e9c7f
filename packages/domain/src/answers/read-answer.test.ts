import type { UnreadableAction } from '@sluice/contracts';
import fc from 'fast-check';
import { now, read, rules } from '../../test/answers.js';
import { anyCharacter } from '../../test/any-character.js';
import { readAnswer } from './read-answer.js';

describe('readAnswer without response rules', () => {
  it.each([
    [200, 'accepted'],
    [201, 'accepted'],
    [299, 'accepted'],
    [301, 'retry'],
    [304, 'retry'],
    [400, 'rejected'],
    [401, 'rejected'],
    [408, 'retry'],
    [409, 'rejected'],
    [422, 'rejected'],
    [429, 'retry'],
    [499, 'rejected'],
    [500, 'retry'],
    [503, 'retry'],
    [100, 'retry'],
  ])('reads the status %d as %s', (status, kind) => {
    const result = read([], status);
    expect(result.kind).toBe(kind);
    expect(result.reason).toBe(kind === 'accepted' ? undefined : `http_${status}`);
    expect(result.trace).toMatchObject([{ looked: 'response_rule', at: 'default', verdict: 'matched' }]);
  });
});

describe('readAnswer with the response rules of a form buyer', () => {
  const acme = rules(
    { when: { jsonPath: '$.status', equals: 'duplicate' }, outcome: 'duplicate', reason: '$.message' },
    {
      when: { status: '200-299', jsonPath: '$.accepted', equals: true },
      outcome: 'accepted',
      price: '$.price',
      reference: '$.id',
    },
    { when: { status: '200-299' }, outcome: 'rejected', reason: '$.message' },
  );

  it('takes price and reference from an accepted answer', () => {
    expect(read(acme, 200, { accepted: true, price: '12.50', id: 77 })).toMatchObject({
      kind: 'accepted',
      price: 12.5,
      reference: '77',
    });
  });

  it('decides by the first rule that matches', () => {
    const result = read(acme, 200, { accepted: true, status: ' DUPLICATE ', message: 'seen' });
    expect(result).toMatchObject({ kind: 'duplicate', reason: 'seen' });
    expect(result.trace.map(({ verdict }) => verdict)).toEqual(['matched']);
  });

  it('takes the reason from the answer, or a default reason when the answer has none', () => {
    expect(read(acme, 200, { accepted: false, message: 'bad zip' })).toMatchObject({
      kind: 'rejected',
      reason: 'bad zip',
    });
    expect(read(acme, 200, 'thanks')).toMatchObject({ kind: 'rejected', reason: 'buyer_rejected' });
  });

  it('decides by the status when no rule matches, and the trace lists the evaluated rules', () => {
    const result = read(acme, 503, 'busy');
    expect(result).toMatchObject({ kind: 'retry', reason: 'http_503' });
    expect(result.trace.map(({ at, because }) => [at, because])).toEqual([
      ['1', 'not_json'],
      ['2', 'status'],
      ['3', 'status'],
      ['default', 'retry'],
    ]);
  });
});

describe('a response rule', () => {
  const holds = (when: unknown, status: number, body: unknown) =>
    read(rules({ when, outcome: 'duplicate' }), status, body).kind === 'duplicate';

  it.each<[unknown, number, unknown, boolean]>([
    [{ status: 200 }, 200, '', true],
    [{ status: '200' }, 201, '', false],
    [{ status: '400-499' }, 499, '', true],
    [{ text: 'Already' }, 400, 'we ALREADY have it', true],
    [{ text: 'already' }, 400, 'welcome', false],
    [{ pattern: '^ok:\\d+$' }, 200, 'ok:12', true],
    [{ pattern: '^ok:\\d+$' }, 200, 'ok:x', false],
    [{ jsonPath: '$.a' }, 200, { a: null }, true],
    [{ jsonPath: '$.a' }, 200, { b: 1 }, false],
    [{ jsonPath: '$.a' }, 200, 'not json', false],
    [{ jsonPath: '$.a', equals: null }, 200, { a: null }, true],
    [{ jsonPath: '$.a', equals: 1 }, 200, { a: '1.0' }, true],
    [{ jsonPath: '$.a', equals: 1 }, 200, { a: { toString: 1 } }, false],
    [{ jsonPath: '$.a', equals: 'true' }, 200, { a: true }, true],
    [{ jsonPath: '$.a', equals: false }, 200, { a: 'no' }, false],
    [{ jsonPath: '$.a', equals: 'x' }, 200, { a: ['y', 'X'] }, true],
    [{ jsonPath: '$.a', contains: 'dup' }, 200, { a: 'A Duplicate' }, true],
    [{ jsonPath: '$.a', contains: 'dup' }, 200, { a: 5 }, false],
    [{ jsonPath: '$.a', pattern: 'd.p' }, 200, { a: 'dup', b: 'x' }, true],
    [{ jsonPath: '$.a', pattern: 'x' }, 200, { a: 'dup', b: 'x' }, false],
    [
      { status: '200', text: 'a', jsonPath: '$.a', equals: 1, contains: '1', pattern: '1' },
      200,
      { a: 1 },
      true,
    ],
    [
      { status: '201', text: 'a', jsonPath: '$.a', equals: 1, contains: '1', pattern: '1' },
      200,
      { a: 1 },
      false,
    ],
    [{}, 500, '', true],
  ])('%j on status %d and body %j matches: %s', (when, status, body, expected) => {
    expect(holds(when, status, body)).toBe(expected);
  });

  it('with the outcome error causes a retry, no sooner than the buyer asks', () => {
    expect(read(rules({ when: {}, outcome: 'error' }), 200, '', { 'retry-after': '7' })).toMatchObject({
      kind: 'retry',
      reason: 'buyer_error',
      retryAfterMs: 7_000,
    });
  });

  it('may set the reason, the price and the reference itself', () => {
    const result = read(
      rules({ when: {}, outcome: 'accepted', reason: 'fine', price: 5, reference: 'r' }),
      200,
    );
    expect(result).toMatchObject({ kind: 'accepted', reason: 'fine', price: 5, reference: 'r' });
  });

  it.each<[unknown, unknown]>([
    ['free', 'free'],
    ['', undefined],
    [null, undefined],
    [{}, '{}'],
    [[], '[]'],
    ['Infinity', 'Infinity'],
    [-5, '-5'],
    ['1e3', '1e3'],
    ['call 415 555 0132 now', '…0132'],
  ])('yields no price when the answer contains %j, and its trace says what stood there', (price, found) => {
    const result = read(rules({ when: {}, outcome: 'accepted', price: '$.price' }), 200, { price });
    expect(result).not.toHaveProperty('price', expect.anything());
    expect(result.trace[0]).toMatchObject({ looked: 'response_rule', verdict: 'matched' });
    expect(result.trace[0]?.of).toEqual([
      {
        looked: 'price',
        at: '$.price',
        verdict: 'failed',
        because: 'price_unreadable',
        values: found === undefined ? {} : { found },
      },
    ]);
  });

  it('wants no price for a lead that the buyer refuses', () => {
    const result = read(rules({ when: {}, outcome: 'rejected', price: '$.price' }), 200, {});
    expect(result.trace[0]).not.toHaveProperty('of', expect.anything());
  });

  it('stores no NUL and no half of a character', () => {
    const text = `${'x'.repeat(498)}\u0000😀`;
    const result = read(rules({ when: {}, outcome: 'rejected', reason: '$.a', reference: '$.b' }), 200, {
      a: text,
      b: ' B-7\ud800\n',
    });
    expect(result).toMatchObject({ reason: 'x'.repeat(498), reference: 'B-7' });
  });

  it('cuts a long reason', () => {
    const result = read(rules({ when: {}, outcome: 'rejected', reason: '$' }), 200, { a: 'x'.repeat(5_000) });
    expect(result.reason).toHaveLength(500);
  });
});

describe('readAnswer', () => {
  const everything = rules(
    {
      when: { jsonPath: '$.a.b[0]', contains: 'x', pattern: 'y' },
      outcome: 'duplicate',
      reason: '$.a',
      reference: '$',
    },
    { when: { text: 'x' }, outcome: 'accepted', price: '$.a', reference: '$.a' },
    { when: { xmlPath: '//a', contains: 'x' }, outcome: 'duplicate', reason: '//@*', price: '//b' },
    { when: { pattern: '(a|b)*c' }, outcome: 'error' },
    { when: { status: '200-299' }, outcome: 'accepted', price: { pattern: '(.*)' }, reference: '$.a' },
  );

  it('never throws, for any answer of the buyer', () => {
    const xml = fc.string().map((inner) => `<a b="x">${inner}</a>`);
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.json(), xml);
    const action = fc.constantFrom<UnreadableAction>('rules', 'hold', 'reject');
    const problem = fc.constantFrom(undefined, 'reset' as const);
    const headers = fc.dictionary(fc.constantFrom('retry-after', 'date'), fc.string());
    fc.assert(
      fc.property(
        ...[text, fc.integer({ min: 100, max: 599 }), headers, action, problem],
        (bodyText, status, given, onUnreadable, bodyProblem) => {
          const answer = { status, headers: given, bodyText, bodyProblem: bodyProblem || undefined };
          const result = readAnswer(everything, answer, now, onUnreadable);
          expect(['accepted', 'rejected', 'duplicate', 'retry', 'unknown']).toContain(result.kind);
          expect(result.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
          if (onUnreadable === 'rules') expect(result.trace.at(-1)?.verdict).toBe('matched');
          if (result.kind === 'unknown') expect([onUnreadable, result.unreadable]).toEqual(['hold', true]);
        },
      ),
    );
  });
});
