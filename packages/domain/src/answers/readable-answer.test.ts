import type { ResponseRule, UnreadableAction } from '@sluice/contracts';
import { now, read, rules } from '../../test/answers.js';
import type { AttemptResult } from '../delivery/attempt-result.js';
import { readAnswer } from './read-answer.js';

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
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '42'],
    ['a number with its digits', '1.10'],
    ['a text', '"OK"'],
    ['a text that holds no object', '"{\\"accepted\\":tr"'],
    ['a text that holds a number', '"42"'],
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
    expect(read(json, 200, { other: 1 })).not.toHaveProperty('unreadable', expect.anything());
    const known = [...json, ...rules({ when: { text: 'seen before' }, outcome: 'duplicate' })];
    expect(read(known, 200, 'Seen before')).toMatchObject({ kind: 'duplicate' });
    expect(read(known, 200, 'Seen before')).not.toHaveProperty('unreadable', expect.anything());
    expect(read([], 200, '<html>')).not.toHaveProperty('unreadable', expect.anything());
  });

  it('is none if it is a text that holds the JSON', () => {
    const accepted = { accepted: true, reason: 'we want this person' };
    for (const body of [JSON.stringify(accepted), `\ufeff${JSON.stringify(accepted)}`]) {
      const [first, ...rest] = json;
      const taking = [{ ...first!, reference: '$.reason' }, ...rest];
      expect(read(taking, 200, JSON.stringify(body))).toMatchObject({
        kind: 'accepted',
        reference: accepted.reason,
      });
      expect(read(taking, 200, JSON.stringify(body))).not.toHaveProperty('unreadable', expect.anything());
    }
    const listed = rules({ when: { jsonPath: '$[0].sold', equals: true }, outcome: 'duplicate' });
    expect(read(listed, 200, '"[{\\"sold\\":true}]"')).toMatchObject({ kind: 'duplicate' });
  });

  it('is none if a rule reads its root, whatever that is', () => {
    const yes = [...json, ...rules({ when: { jsonPath: '$', equals: true }, outcome: 'duplicate' })];
    expect(read(yes, 200, 'true')).toMatchObject({ kind: 'duplicate' });
    expect(read(yes, 200, 'true')).not.toHaveProperty('unreadable', expect.anything());
    expect(read(yes, 200, 'OK')).toMatchObject({ kind: 'accepted', unreadable: true });
  });

  it('is none if other rules read its form', () => {
    const both = [...json, ...rules({ when: { xmlPath: '/r/no' }, outcome: 'rejected' })];
    for (const body of ['{"other":1}', '<r><yes/></r>']) {
      const result = readAnswer(both, { status: 200, headers: {}, bodyText: body }, now, 'hold');
      expect(result).toMatchObject({ kind: 'accepted' });
      expect(result).not.toHaveProperty('unreadable', expect.anything());
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
      expect(result).not.toHaveProperty('unreadable', expect.anything());
    }
  });

  it('is also one of which a rule about the status takes something', () => {
    const taking = rules({ when: { status: '200-299' }, outcome: 'accepted', reference: '$.id' });
    expect(read(taking, 200, { id: 7 })).toMatchObject({ kind: 'accepted', reference: '7' });
    expect(read(taking, 200, { other: 7 })).not.toHaveProperty('unreadable', expect.anything());
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
      expect(broken([], 200, action)).not.toHaveProperty('unreadable', expect.anything());
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
    expect(result).not.toHaveProperty('reference', expect.anything());
  });
});
