import fc from 'fast-check';
import { readMetaAnswer, readTiktokAnswer } from './pixel-answer.js';

const json = (status: number, body: unknown) => ({ status, bodyText: JSON.stringify(body) });

it('an answer in JSON that is a text holding the object is read as that', () => {
  const wrapped = (body: object) => json(200, JSON.stringify(body));
  expect(readMetaAnswer(wrapped({ events_received: 1 }))).toEqual({ kind: 'done' });
  expect(readTiktokAnswer(wrapped({ code: 40100 }))).toMatchObject({ kind: 'throttled' });
});

describe('readMetaAnswer', () => {
  it('is done when Meta received the event', () => {
    expect(readMetaAnswer(json(200, { events_received: 1, fbtrace_id: 'x' }))).toEqual({ kind: 'done' });
  });

  it.each([
    [1, {}, 'retry'],
    [2, {}, 'retry'],
    [341, {}, 'retry'],
    [368, {}, 'retry'],
    [5000, {}, 'retry'],
    [9999, { is_transient: true }, 'retry'],
    [4, {}, 'throttled'],
    [17, { is_transient: true }, 'throttled'],
    [80003, {}, 'throttled'],
    [190, { is_transient: false }, 'failed'],
    [100, {}, 'failed'],
    [200, {}, 'failed'],
  ])('reads error %d %j as %s', (code, more, kind) => {
    const error = { message: 'words', type: 'OAuthException', code, ...more };
    expect(readMetaAnswer(json(400, { error }))).toEqual({
      kind,
      reason: `facebook_${code}`,
      message: 'words',
    });
  });

  it('keeps the error message that is meant for users', () => {
    const error = { message: 'technical', error_user_msg: 'The event is too old', code: 100 };
    expect(readMetaAnswer(json(400, { error })).message).toBe('The event is too old');
  });

  it('does not read an event as received when none was', () => {
    expect(readMetaAnswer(json(200, { events_received: 0 })).kind).toBe('failed');
  });
});

describe('readTiktokAnswer', () => {
  it.each([
    [200, 0, 'done'],
    [200, 40100, 'throttled'],
    [200, 40105, 'failed'],
    [200, 40001, 'failed'],
    [400, 40002, 'failed'],
    [200, 50000, 'retry'],
    [500, 0, 'done'],
  ])('reads HTTP %d with the code %d as %s', (status, code, kind) => {
    expect(readTiktokAnswer(json(status, { code, message: 'OK', request_id: 'r' }))).toMatchObject({ kind });
  });

  it('keeps code and message of a refusal', () => {
    expect(readTiktokAnswer(json(200, { code: 40105, message: 'bad token' }))).toEqual({
      kind: 'failed',
      reason: 'tiktok_40105',
      message: 'bad token',
    });
  });
});

describe.each([
  ['readMetaAnswer', readMetaAnswer],
  ['readTiktokAnswer', readTiktokAnswer],
])('the reader of pixel answers of %s', (_name, read) => {
  it.each([
    [200, 'retry'],
    [302, 'retry'],
    [404, 'failed'],
    [408, 'retry'],
    [429, 'throttled'],
    [500, 'retry'],
    [503, 'retry'],
  ])('reads a bare HTTP %d as %s', (status, kind) => {
    expect(read({ status, bodyText: '<html>' })).toEqual({ kind, reason: `http_${status}` });
  });

  it('lets a success stand whose body broke off, and no other status', () => {
    const broken = (status: number, bodyText = '{"events_') => ({ status, bodyText, bodyProblem: 'reset' });
    expect(read(broken(200))).toEqual({ kind: 'done' });
    expect(read(broken(503))).toEqual({ kind: 'retry', reason: 'http_503' });
    expect(read(broken(404))).toEqual({ kind: 'failed', reason: 'http_404' });
    // What came says clearly that the event was refused.
    const refusal = '{"code":40002,"error":{"code":100}}';
    expect(read(broken(200, refusal)).kind).toBe('failed');
  });

  it('keeps the digits of an error code', () => {
    const bodyText = '{"code":23851234567890123,"error":{"code":23851234567890123}}';
    expect(read({ status: 400, bodyText }).reason).toMatch(/^(facebook|tiktok)_23851234567890123$/);
  });

  it('never throws, for any answer', () => {
    const member = fc.constantFrom('error', 'code', 'events_received', 'message', 'is_transient');
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(member, fc.jsonValue()).map((each) => JSON.stringify(each)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), body, (status, bodyText) => {
        expect(['done', 'retry', 'throttled', 'failed']).toContain(read({ status, bodyText }).kind);
      }),
    );
  });
});
