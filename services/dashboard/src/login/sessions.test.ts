import { createSessions } from './sessions.js';
import type { Known, KnownOperator } from './identities.js';

const now = Date.parse('2026-01-15T12:00:00Z');
const hour = 3600_000;
const cookieOf = (setCookie: string): string => setCookie.slice(0, setCookie.indexOf(';'));
const ada: KnownOperator = { name: 'ada', role: 'operate', version: 'v1', via: 'password' };

/** The login data of a dashboard process; `endSession` affects all processes that share it. */
function knowing(operators: readonly KnownOperator[], key = Buffer.alloc(32, 1)) {
  let known: Known = {
    signingKey: key,
    isRead: true,
    endedSessions: new Set(),
    operators: new Map(operators.map((operator) => [operator.name, operator])),
  };
  return {
    known: () => known,
    readAgain: async () => undefined,
    endSession: async (id: string) => void (known = { ...known, endedSessions: new Set([id]) }),
  };
}

describe('a dashboard session', () => {
  it('names its operator and is valid for twelve hours, in every process', () => {
    const cookie = cookieOf(createSessions(knowing([ada])).begin(ada, now, false));
    const elsewhere = createSessions(knowing([ada]));
    expect(elsewhere.of(`a=1; ${cookie}; b=2`, now + 12 * hour - 1)?.operator).toEqual({
      name: 'ada',
      role: 'operate',
      via: 'password',
    });
    expect(elsewhere.of(cookie, now + 12 * hour)).toBeUndefined();
  });

  it('cannot be forged, extended, or carried over to another operator or another key', () => {
    const grace: KnownOperator = { ...ada, name: 'grace' };
    const sessions = createSessions(knowing([ada, grace]));
    const cookie = cookieOf(sessions.begin(ada, now, false));
    const [id, name, version, expiry, signature] = cookie.slice('sluice_session='.length).split('.');
    const other = Buffer.from('grace').toString('base64url');
    const forged = [
      undefined,
      '',
      'sluice_session=',
      'sluice_session=....',
      `sluice_session=${id}.${other}.${version}.${expiry}.${signature}`,
      `sluice_session=${id}.${name}.${version}.${Number(expiry) + hour}.${signature}`,
      `sluice_session=${id}x.${name}.${version}.${expiry}.${signature}`,
      `sluice_session=${id}.${name}.${version}.${expiry}.`,
      `sluice_session=${id}.${name}.${version}.${expiry}.${signature}x`,
      cookieOf(createSessions(knowing([ada], Buffer.alloc(32, 2))).begin(ada, now, false)),
    ];
    for (const attempt of forged) expect(sessions.of(attempt, now)).toBeUndefined();
  });

  it('ends when its operator is changed or removed, and has the role that the operator has now', () => {
    const cookie = cookieOf(createSessions(knowing([ada])).begin(ada, now, false));
    const seenBy = (operators: readonly KnownOperator[]) =>
      createSessions(knowing(operators)).of(cookie, now);
    expect(seenBy([{ ...ada, version: 'v2' }])).toBeUndefined();
    expect(seenBy([])).toBeUndefined();
    expect(seenBy([{ ...ada, role: 'view' }])?.operator.role).toBe('view');
  });

  it('ends with the logout, and no other session of the operator does', async () => {
    const sessions = createSessions(knowing([ada]));
    const [left, other] = [sessions.begin(ada, now, false), sessions.begin(ada, now, false)].map(cookieOf);
    const session = sessions.of(left, now);
    if (!session) throw new Error('no session');
    await sessions.end(session);
    expect(sessions.cookieGone(false)).toMatch(/^sluice_session=; .*Max-Age=0$/);
    expect(sessions.of(left, now)).toBeUndefined();
    expect(sessions.of(other, now)?.csrfToken).not.toBe(session.csrfToken);
  });

  it('is kept in a cookie that scripts cannot read and other sites cannot send, in production over TLS only', () => {
    const sessions = createSessions(knowing([ada]));
    expect(sessions.begin(ada, now, false)).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(sessions.begin(ada, now, true)).toMatch(
      /; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200$/,
    );
  });
});
