/**
 * Sessions of the dashboard: a signed cookie that names its operator. A session is valid in every process and survives a
 * restart. It ends with the logout and with every change of its operator: another password, another role, removal.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IdentityBook, KnownOperator } from './identities.js';

/** A session of an operator. */
export interface Session {
  readonly id: string;
  readonly operator: Pick<KnownOperator, 'name' | 'role' | 'via'>;
  readonly expiresAt: number;
  /** Must accompany every change made in this session. */
  readonly csrfToken: string;
}

const LASTS_MS = 12 * 3600_000;
const COOKIE = 'sluice_session';

/** Begins, verifies and ends sessions. */
export interface Sessions {
  /** Begins a session of `operator`; returns the `Set-Cookie` value, limited to TLS if `secure`. */
  begin(operator: Pick<KnownOperator, 'name' | 'version'>, now: number, secure: boolean): string;
  /** The session in a `Cookie` header, if it is signed by us, has not ended, and its operator is unchanged. */
  of(cookies: string | undefined, now: number): Session | undefined;
  /** The same, and also finds a session or operator that another process created just now. */
  find(cookies: string | undefined, now: number): Promise<Session | undefined>;
  /**
   * Ends a session: in this process at once, everywhere once it resolves. Rejects if the end could not be stored yet.
   */
  end(session: Session): Promise<void>;
  /** The `Set-Cookie` value that removes a session from the browser. */
  cookieGone(secure: boolean): string;
}

/** Sessions that `identities` sign and verify. */
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

/** Whether two texts are equal, in a time that does not reveal how much of them matches. */
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
