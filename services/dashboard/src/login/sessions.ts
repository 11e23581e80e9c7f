/**
 * Sessions of the console: a signed cookie that names its operator. It holds in every process and over a restart, and ends
 * with the logout, and with whatever changes its operator: another password, another role, the removal.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IdentityBook, KnownOperator } from './identities.js';

/** A session of an operator. */
export interface Session {
  readonly id: string;
  readonly operator: Pick<KnownOperator, 'name' | 'role' | 'via'>;
  readonly expiresAt: number;
  /** Every change of this session carries it. */
  readonly csrfToken: string;
}

const LASTS_MS = 12 * 3600_000;
const COOKIE = 'sluice_session';

/** Opens, recognises and ends sessions. */
export interface Sessions {
  /** Begins a session of `operator`; answers the `Set-Cookie` that carries it, over TLS alone when `secure`. */
  begin(operator: Pick<KnownOperator, 'name' | 'version'>, now: number, secure: boolean): string;
  /** The session of a `Cookie` header, if it is one of ours, still runs, and its operator is still the same. */
  of(cookies: string | undefined, now: number): Session | undefined;
  /** The same, also where another process began the session, or made its operator, just now. */
  find(cookies: string | undefined, now: number): Promise<Session | undefined>;
  /** Ends a session, here at once and everywhere when it resolves; rejects when that could not be written down yet. */
  end(session: Session): Promise<void>;
  /** The `Set-Cookie` that takes a session out of the browser. */
  cookieGone(secure: boolean): string;
}

/** Sessions as `identities` sign and know them. */
export function createSessions(
  identities: Pick<IdentityBook, 'known' | 'readAgain' | 'endSession'>,
): Sessions {
  const sign = (text: string): string =>
    createHmac('sha256', identities.known().signingKey).update(text).digest('base64url');
  const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  const sessions: Sessions = {
    begin: ({ name, version }, now, secure) => {
      const id = randomBytes(16).toString('base64url');
      const named = [id, Buffer.from(name).toString('base64url'), version, now + LASTS_MS].join('.');
      return `${COOKIE}=${named}.${sign(`session ${named}`)}; ${attributes(secure)}; Max-Age=${LASTS_MS / 1000}`;
    },
    of: (cookies, now) => {
      const [id, name, version, expiry, signature] = cookieNamed(COOKIE, cookies)?.split('.') ?? [];
      if (id === undefined || name === undefined || signature === undefined) return undefined;
      if (!equal(signature, sign(`session ${[id, name, version, expiry].join('.')}`))) return undefined;
      const { operators, endedSessions } = identities.known();
      const operator = operators.get(Buffer.from(name, 'base64url').toString());
      const expiresAt = Number(expiry);
      if (!operator || operator.version !== version || operator.disabledAt) return undefined;
      if (expiresAt <= now || endedSessions.has(id)) return undefined;
      const { role, via } = operator;
      return { id, expiresAt, operator: { name: operator.name, role, via }, csrfToken: sign(`csrf ${id}`) };
    },
    find: async (cookies, now) => {
      const session = sessions.of(cookies, now);
      if (session || cookieNamed(COOKIE, cookies) === undefined) return session;
      await identities.readAgain();
      return sessions.of(cookies, now);
    },
    end: ({ id, expiresAt }) => identities.endSession(id, expiresAt),
    cookieGone: (secure) => `${COOKIE}=; ${attributes(secure)}; Max-Age=0`,
  };
  return sessions;
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
export function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The value of a cookie in a `Cookie` header. */
export function cookieNamed(wanted: string, cookies: string | undefined): string | undefined {
  for (const cookie of cookies?.split(';') ?? []) {
    const [name, value] = cookie.trim().split('=');
    if (name === wanted) return value;
  }
  return undefined;
}
