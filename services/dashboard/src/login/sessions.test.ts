import { createSessions } from './sessions.js';

const key = Buffer.alloc(32, 1);
const now = Date.parse('2026-01-15T12:00:00Z');
const hour = 3600_000;
const cookieOf = (setCookie: string): string => setCookie.slice(0, setCookie.indexOf(';'));

describe('a console session', () => {
  it('is valid for twelve hours, also in another process with the same password', () => {
    const cookie = cookieOf(createSessions(key).begin(now, false));
    const elsewhere = createSessions(key);
    const others = `a=1; ${cookie}; b=2`;
    expect(elsewhere.of(others, now + 12 * hour - 1)?.id).toBe(elsewhere.of(cookie, now)?.id);
    expect(elsewhere.of(cookie, now)).toBeDefined();
    expect(elsewhere.of(cookie, now + 12 * hour)).toBeUndefined();
  });

  it('cannot be forged, extended, or carried over from another password', () => {
    const sessions = createSessions(key);
    const cookie = cookieOf(sessions.begin(now, false));
    const [id, expiry, signature] = cookie.slice('sluice_session='.length).split('.');
    const forged = [
      undefined,
      '',
      'sluice_session=',
      'sluice_session=..',
      `sluice_session=${id}.${Number(expiry) + hour}.${signature}`,
      `sluice_session=${id}x.${expiry}.${signature}`,
      `sluice_session=${id}.${expiry}.`,
      `sluice_session=${id}.${expiry}.${signature}x`,
      cookieOf(createSessions(Buffer.alloc(32, 2)).begin(now, false)),
    ];
    for (const attempt of forged) expect(sessions.of(attempt, now)).toBeUndefined();
  });

  it('ends with the logout', () => {
    const sessions = createSessions(key);
    const [left, other] = [cookieOf(sessions.begin(now, false)), cookieOf(sessions.begin(now, false))];
    const session = sessions.of(left, now);
    if (!session) throw new Error('no session');
    expect(sessions.end(session, now, false)).toMatch(/^sluice_session=; .*Max-Age=0$/);
    expect(sessions.of(left, now)).toBeUndefined();
    expect(sessions.of(other, now)?.csrfToken).not.toBe(session.csrfToken);
  });

  it('is kept in a cookie that scripts cannot read and other sites cannot send, in production over TLS only', () => {
    expect(createSessions(key).begin(now, false)).toMatch(
      /; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(createSessions(key).begin(now, true)).toMatch(
      /; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200$/,
    );
  });
});
