/**
 * The state of a login that a browser keeps while it is at the provider: a signed cookie, valid for ten minutes, that
 * comes back with the provider's redirect.
 */
import { cookieNamed, type Signer } from '@sluice/identity';
import { z } from 'zod';
import type { Flow } from './oidc.js';

/** A login in progress, and the page to show after it. */
export interface Begun extends Flow {
  readonly back: string;
  /** The token of the session whose person connects the provider; without it, somebody logs in. */
  readonly connect?: string | undefined;
}

const COOKIE = 'sluice_login';
const LASTS_MS = 10 * 60_000;
const begunSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  back: z.string(),
  connect: z.string().optional(),
  expiresAt: z.number(),
});

/** Writes, reads and removes the cookie. */
export interface FlowCookie {
  write(begun: Begun, now: number, secure: boolean): string;
  /** The login in a `Cookie` header; undefined if it is missing, expired or not signed by us. */
  read(cookies: string | undefined, now: number): Begun | undefined;
  remove(secure: boolean): string;
}

/** The cookie, signed as that of a session is. */
export function flowCookie(signer: Signer): FlowCookie {
  // Lax: a browser sends no strict cookie with a redirect from another site.
  const attributes = (secure: boolean) => `Path=/login; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    write: (begun, now, secure) => {
      const text = Buffer.from(JSON.stringify({ ...begun, expiresAt: now + LASTS_MS })).toString('base64url');
      return `${COOKIE}=${text}.${signer.sign('login', text)}; ${attributes(secure)}; Max-Age=${LASTS_MS / 1000}`;
    },
    read: (cookies, now) => {
      const [text = '', signature = ''] = cookieNamed(COOKIE, cookies)?.split('.') ?? [];
      if (!signer.isSigned('login', text, signature)) return undefined;
      const { expiresAt, ...begun } = begunSchema.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      );
      return expiresAt > now ? begun : undefined;
    },
    remove: (secure) => `${COOKIE}=; ${attributes(secure)}; Max-Age=0`,
  };
}
