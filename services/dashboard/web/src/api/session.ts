/** Who is logged in: asked of the server at the start, and cleared when the server ends the session. */
import { computed, signal } from '@preact/signals';
import { Problem } from './problem.js';
import { request } from './request.js';

/** The roles; each may do everything that those before it may. */
export const roles = ['view', 'operate', 'administer'] as const;
export type Role = (typeof roles)[number];

/** The current person's session. */
export interface Session {
  readonly name: string;
  readonly role: Role;
  /** Sent with every change. */
  readonly csrfToken: string;
  readonly expiresAt: string;
}

/** `unknown` until the server has answered; then the session, or `none`. */
export const session = signal<Session | 'none' | 'unknown'>('unknown');

/** The session, on pages that are shown only with one. */
export const operator = computed(() => (typeof session.value === 'object' ? session.value : undefined));

/** Whether the person's role allows what `role` allows. Buttons that the server would refuse are not shown. */
export function may(role: Role): boolean {
  return roles.indexOf(operator.value?.role ?? 'view') >= roles.indexOf(role);
}

/** Asks the server whose session this is. */
export async function loadSession(): Promise<void> {
  session.value = (await request<Session | null>('GET', '/session')) ?? 'none';
}

/** Begins a session; call {@link loadSession} afterwards. Rejects with the problem that the login page shows. */
export async function logIn(fields: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/login', { form: fields });
}

/** Whether the person has just logged out here and should not be logged in again automatically. */
export const hasLoggedOut = signal(false);

/** What the previous logout could not record; shown by the login page. */
export const notRecorded = signal<readonly string[]>([]);

/** Ends the session; a session that has already ended counts as success. */
export async function logOut(): Promise<void> {
  try {
    const csrfToken = operator.value?.csrfToken;
    const left = await request<{ notRecorded: readonly string[] }>('POST', '/logout', { csrfToken });
    notRecorded.value = left.notRecorded;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UNAUTHORIZED') throw error;
  }
  hasLoggedOut.value = true;
  session.value = 'none';
}

/** The login ways besides the password. */
export interface LoginWays {
  /** The OpenID provider's name. */
  readonly oidc: string | null;
  /** The person whom the proxy names. */
  readonly proxy: string | null;
}

/** Asks the server for the login ways. */
export async function loginWays(): Promise<LoginWays> {
  return request<LoginWays>('GET', '/login/ways');
}

/** Begins a session of the person whom the proxy names. */
export async function logInByProxy(): Promise<void> {
  await request('POST', '/login/proxy');
}
