/** Sessions of the console: a signed cookie, nothing stored. A session that was left is remembered as ended until it would expire. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A session of the operator. */
export interface Session {
  readonly id: string;
  readonly expiresAt: number;
  /** Every change of this session carries it. */
  readonly csrfToken: string;
}

const LASTS_MS = 12 * 3600_000;
const COOKIE = 'sluice_session';

/** Opens, recognises and ends sessions. */
export interface Sessions {
  /** Begins a session; answers the `Set-Cookie` that carries it, over TLS alone when `secure`. */
  begin(now: number, secure: boolean): string;
  /** The session of a `Cookie` header, if it is one of ours and still runs. */
  of(cookies: string | undefined, now: number): Session | undefined;
  /** Ends a session for this process; answers the `Set-Cookie` that takes it away. */
  end(session: Session, now: number, secure: boolean): string;
}

/** Sessions signed with `signingKey`. */
export function createSessions(signingKey: Buffer): Sessions {
  const ended = new Map<string, number>();
  const sign = (text: string): string => createHmac('sha256', signingKey).update(text).digest('base64url');
  const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  return {
    begin: (now, secure) => {
      const named = `${randomBytes(16).toString('base64url')}.${now + LASTS_MS}`;
      return `${COOKIE}=${named}.${sign(`session ${named}`)}; ${attributes(secure)}; Max-Age=${LASTS_MS / 1000}`;
    },
    of: (cookies, now) => {
      const [id, expiry, signature] = cookieValue(cookies)?.split('.') ?? [];
      if (id === undefined || expiry === undefined || signature === undefined) return undefined;
      if (!equal(signature, sign(`session ${id}.${expiry}`))) return undefined;
      const expiresAt = Number(expiry);
      if (expiresAt <= now || ended.has(id)) return undefined;
      return { id, expiresAt, csrfToken: sign(`csrf ${id}`) };
    },
    end: ({ id, expiresAt }, now, secure) => {
      for (const [other, expiry] of ended) if (expiry <= now) ended.delete(other);
      ended.set(id, expiresAt);
      return `${COOKIE}=; ${attributes(secure)}; Max-Age=0`;
    },
  };
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
export function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function cookieValue(cookies: string | undefined): string | undefined {
  for (const cookie of cookies?.split(';') ?? []) {
    const [name, value] = cookie.trim().split('=');
    if (name === COOKIE) return value;
  }
  return undefined;
}
