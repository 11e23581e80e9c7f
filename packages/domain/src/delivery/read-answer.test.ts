import { responseRuleSchema, type ResponseRule, type UnreadableAction } from '@sluice/contracts';
import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.js';
import type { AttemptResult } from './attempt-result.js';
import { readAnswer } from './read-answer.js';

const now = new Date('2026-03-01T12:00:00Z');

function rules(...written: unknown[]): ResponseRule[] {
  return written.map((rule) => responseRuleSchema.parse(rule));
}

function read(written: ResponseRule[], status: number, body: unknown = '', headers = {}) {
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer(written, { status, headers, bodyText }, now);
}

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
    expect(result).not.toHaveProperty('price');
    expect(result.trace[0]).toMatchObject({ looked: 'response_rule', verdict: 'matched' });
    expect(result.trace[0]?.of).toEqual([
      {
        ...{ looked: 'price', at: '$.price', verdict: 'failed', because: 'price_unreadable' },
        values: found === undefined ? {} : { found },
      },
    ]);
  });

  it('wants no price for a lead that the buyer refuses', () => {
    const result = read(rules({ when: {}, outcome: 'rejected', price: '$.price' }), 200, {});
    expect(result.trace[0]).not.toHaveProperty('of');
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

describe('an answer that is not what the rules read', () => {
  const json = rules(
    { when: { jsonPath: '$.accepted', equals: true }, outcome: 'accepted' },
    { when: { status: '200-299', jsonPath: '$.reason' }, outcome: 'rejected', reason: '$.reason' },
  );
  const becauses = ({ trace }: AttemptResult) => trace.map(({ because }) => because);

  it.each([
    ['nothing', ''],
    ['plain text', 'OK'],
    ['a page of HTML', '<!doctype html><title>502 Bad Gateway</title>'],
    ['JSON cut short', '{"accepted":true'],
    ['JSON behind something else', 'Warning: x\n{"accepted":true}'],
    ['XML', '<r><accepted>true</accepted></r>'],
  ])(
    'such as %s is decided by the status, by an operator, or as refused, as the endpoint says',
    (_what, body) => {
      const read = (action?: UnreadableAction) =>
        readAnswer(json, { status: 200, headers: {}, bodyText: body }, now, action);
      expect(read()).toMatchObject({ kind: 'accepted', unreadable: true });
      expect(becauses(read())).toEqual(['not_json', 'not_json', 'accepted']);
      expect(read('hold')).toMatchObject({ kind: 'unknown', reason: 'answer_unreadable', unreadable: true });
      expect(becauses(read('hold'))).toEqual(['not_json', 'not_json']);
      expect(read('reject')).toMatchObject({
        kind: 'rejected',
        reason: 'answer_unreadable',
        unreadable: true,
      });
    },
  );

  it('is decided by a later rule about the status, and still counts as unread', () => {
    const caught = [...json, ...rules({ when: { status: '200-299' }, outcome: 'rejected' })];
    expect(read(caught, 200, '<html>')).toMatchObject({
      kind: 'rejected',
      reason: 'buyer_rejected',
      unreadable: true,
    });
  });

  it('is none if it has no such value, or if a later rule reads it as text', () => {
    expect(read(json, 200, { other: 1 })).not.toHaveProperty('unreadable');
    expect(read(json, 200, '"OK"')).not.toHaveProperty('unreadable');
    const known = [...json, ...rules({ when: { text: 'seen before' }, outcome: 'duplicate' })];
    expect(read(known, 200, 'Seen before')).toMatchObject({ kind: 'duplicate' });
    expect(read(known, 200, 'Seen before')).not.toHaveProperty('unreadable');
    expect(read([], 200, '<html>')).not.toHaveProperty('unreadable');
  });

  it('is none if other rules read its form', () => {
    const both = [...json, ...rules({ when: { xmlPath: '/r/no' }, outcome: 'rejected' })];
    for (const body of ['{"other":1}', '<r><yes/></r>']) {
      const result = readAnswer(both, { status: 200, headers: {}, bodyText: body }, now, 'hold');
      expect(result).toMatchObject({ kind: 'accepted' });
      expect(result).not.toHaveProperty('unreadable');
    }
    expect(readAnswer(both, { status: 200, headers: {}, bodyText: 'OK' }, now, 'hold').kind).toBe('unknown');
  });

  it.each([
    [404, 'rejected', 'http_404'],
    [302, 'retry', 'http_302'],
    [502, 'retry', 'http_502'],
  ])('has no say over the status %d', (status, kind, reason) => {
    for (const action of ['rules', 'hold', 'reject'] as const) {
      const result = readAnswer(json.slice(0, 1), { status, headers: {}, bodyText: '<html>' }, now, action);
      expect(result).toMatchObject({ kind, reason });
      expect(result).not.toHaveProperty('unreadable');
    }
  });

  it('is also one of which a rule about the status takes something', () => {
    const taking = rules({ when: { status: '200-299' }, outcome: 'accepted', reference: '$.id' });
    expect(read(taking, 200, { id: 7 })).toMatchObject({ kind: 'accepted', reference: '7' });
    expect(read(taking, 200, { other: 7 })).not.toHaveProperty('unreadable');
    expect(read(taking, 200, '<html>')).toMatchObject({ kind: 'accepted', unreadable: true });
    expect(readAnswer(taking, { status: 200, headers: {}, bodyText: '<html>' }, now, 'hold').kind).toBe(
      'unknown',
    );
  });
});

describe('an answer whose body broke off', () => {
  const broken = (written: ResponseRule[], status: number, action?: UnreadableAction) =>
    readAnswer(
      written,
      { status, headers: {}, bodyText: '{"accepted":true,"id":"B-7"}', bodyProblem: 'reset' },
      now,
      action,
    );

  it('counts by its status where no rule needs the body', () => {
    for (const action of ['rules', 'hold', 'reject'] as const) {
      expect(broken([], 200, action)).toMatchObject({ kind: 'accepted' });
      expect(broken([], 200, action)).not.toHaveProperty('unreadable');
      expect(broken(rules({ when: { status: 200 }, outcome: 'duplicate' }), 200, action).kind).toBe(
        'duplicate',
      );
    }
    expect(broken([], 422)).toMatchObject({ kind: 'rejected', reason: 'http_422' });
    expect(broken([], 503)).toMatchObject({ kind: 'retry', reason: 'http_503' });
  });

  it.each<[unknown]>([
    [{ jsonPath: '$.accepted', equals: true }],
    [{ text: 'accepted' }],
    [{ pattern: 'accepted' }],
    [{ xmlPath: '//accepted' }],
  ])('is not read by the rule %j, although what came would match', (when) => {
    const written = rules(
      { when, outcome: 'duplicate' },
      { when: { status: '500-599' }, outcome: 'rejected' },
    );
    const result = broken(written, 200);
    expect(result).toMatchObject({ kind: 'accepted', unreadable: true });
    expect(result.trace.map(({ because }) => because)).toEqual([
      'reset',
      'answer_incomplete',
      'status',
      'accepted',
    ]);
    expect(broken(written, 200, 'hold')).toMatchObject({ kind: 'unknown', reason: 'answer_unreadable' });
    expect(broken(written, 200, 'reject')).toMatchObject({ kind: 'rejected', reason: 'answer_unreadable' });
    expect(broken(written, 503, 'hold')).toMatchObject({ kind: 'rejected' });
  });

  it('yields neither a price nor a reference', () => {
    const taking = rules({ when: { status: 200 }, outcome: 'accepted', price: '$.price', reference: '$.id' });
    const result = broken(taking, 200);
    expect(result).toMatchObject({ kind: 'accepted', unreadable: true });
    expect(result).not.toHaveProperty('reference');
  });
});

describe('numbers of an answer', () => {
  const id = '23851234567890123';

  it('keep their digits in reference and reason', () => {
    const taking = rules({ when: {}, outcome: 'rejected', reference: '$.id', reason: '$.code' });
    expect(read(taking, 200, `{"id": ${id}, "code": 1.10}`)).toMatchObject({ reference: id, reason: '1.10' });
    expect(read(taking, 200, `{"id": {"a": [${id}]}}`)).toMatchObject({ reference: `{"a":[${id}]}` });
  });

  it.each<[unknown, string, boolean]>([
    [id, id, true],
    ['23851234567890124', id, false],
    [id, `"${id}"`, true],
    [id, `[1, ${id}]`, true],
    ['1.1', '1.10', true],
    [1, '1', true],
    [1, '1.0', true],
    [1, '"1"', true],
    [1, '"1.0"', true],
    [1, '10e-1', true],
    [1, '1.0000000000000000001', false],
    ['1', '1.0', true],
    ['05', '"5"', false],
    [true, '"TRUE"', true],
    [null, 'null', true],
    [null, '""', false],
  ])('equal %j exactly: %s, %s', (equals, written, expected) => {
    const result = read(
      rules({ when: { jsonPath: '$.id', equals }, outcome: 'duplicate' }),
      200,
      `{"id": ${written}}`,
    );
    expect(result.kind === 'duplicate').toBe(expected);
  });

  it('are compared as they were written by contains and pattern', () => {
    const holds = (when: object) =>
      read(rules({ when: { jsonPath: '$.id', ...when }, outcome: 'duplicate' }), 200, `{"id": ${id}}`)
        .kind === 'duplicate';
    expect([holds({ contains: '7890123' }), holds({ pattern: '^2385\\d+123$' })]).toEqual([true, true]);
    expect([holds({ contains: '7890124' }), holds({ pattern: '124$' })]).toEqual([false, false]);
  });
});

describe('an XML answer', () => {
  const soap = rules(
    { when: { xmlPath: '//status', equals: 'Duplicate' }, outcome: 'duplicate', reason: '/r/message' },
    {
      when: { xmlPath: '/r/@code', equals: 0 },
      outcome: 'accepted',
      price: { xmlPath: '/r/price' },
      reference: '/r/x:id',
    },
    { when: { xmlPath: '/r/error', contains: 'zip' }, outcome: 'rejected', reason: { xmlPath: '/r/error' } },
  );

  it('is read by XML paths', () => {
    expect(
      read(soap, 200, '<r><status>duplicate</status><message>seen &amp; known</message></r>'),
    ).toMatchObject({
      kind: 'duplicate',
      reason: 'seen & known',
    });
    expect(
      read(
        soap,
        200,
        '<?xml version="1.0"?><r code="0.0"><price>42,50 €</price><x:id>0012345678901234567</x:id></r>',
      ),
    ).toMatchObject({ kind: 'accepted', price: 42.5, reference: '0012345678901234567' });
    expect(read(soap, 200, '<r><error>bad age</error><error>bad zip</error></r>')).toMatchObject({
      kind: 'rejected',
      reason: 'bad age',
    });
  });

  it.each(['', '{"status":"ok"}', '<html><body>down</body></html>', '<r><status>Dupl'])(
    'is not %j, and the trace says so',
    (body) => {
      const result = read(soap, 200, body);
      expect(result).toMatchObject({ kind: 'accepted', unreadable: true });
      expect(result.trace[0]?.because).toBe('not_xml');
    },
  );
});

describe('what a rule takes by a pattern', () => {
  const taking = (fields: object) => rules({ when: {}, outcome: 'accepted', ...fields });

  it('is what its group matches, in the whole answer or in a value of it', () => {
    const text = 'OK id=B-7 sold for $1,250.00';
    expect(
      read(taking({ reference: { pattern: 'id=(\\S+)' }, price: { pattern: 'sold for (\\S+)' } }), 200, text),
    ).toMatchObject({ reference: 'B-7', price: 1250 });
    const valued = taking({ reference: { jsonPath: '$.message', pattern: 'id=(\\S+)' } });
    expect(read(valued, 200, { id: 'id=wrong', message: text })).toMatchObject({ reference: 'B-7' });
  });

  it('is nothing where the pattern is not found', () => {
    const result = read(
      taking({ reference: { pattern: 'id=(\\S+)' }, price: { pattern: 'for (\\S+)' } }),
      200,
      'OK',
    );
    expect(result).not.toHaveProperty('reference');
    expect(result.trace[0]?.of).toMatchObject([{ because: 'price_unreadable', at: 'for (\\S+)' }]);
    expect(result).not.toHaveProperty('unreadable');
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
          const answer = { status, headers: given, bodyText, ...(bodyProblem && { bodyProblem }) };
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
