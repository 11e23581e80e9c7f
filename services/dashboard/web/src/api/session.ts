/** Who is logged in: asked of the server at the start, and forgotten when the server says so. */
import { computed, signal } from '@preact/signals';
import { Problem } from './problem.js';
import { request } from './request.js';

/** What a person may do; each role may do what those before it may. */
export const roles = ['view', 'operate', 'administer'] as const;
export type Role = (typeof roles)[number];

/** The session of the person at the browser. */
export interface Session {
  readonly name: string;
  readonly role: Role;
  /** Sent with every change. */
  readonly csrfToken: string;
  readonly expiresAt: string;
}

/** `unknown` until the server was asked; then the session, or that there is none. */
export const session = signal<Session | 'none' | 'unknown'>('unknown');

/** The session, where a page is only shown with one. */
export const operator = computed(() => (typeof session.value === 'object' ? session.value : undefined));

/** Whether the person may do what `role` may. Buttons that the server would refuse are not offered. */
export function may(role: Role): boolean {
  return roles.indexOf(operator.value?.role ?? 'view') >= roles.indexOf(role);
}

/** Asks the server whose session this is. */
export async function loadSession(): Promise<void> {
  session.value = (await request<Session | null>('GET', '/session')) ?? 'none';
}

/** Begins a session, which {@link loadSession} then shows; rejects with the problem that the login page shows. */
export async function logIn(fields: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/login', { form: fields });
}

/** Whether the person just logged out here, and is not to be logged in again unasked. */
export const hasLoggedOut = signal(false);

/** What the login page says of the logout before it: what could not be written down. */
export const notRecorded = signal<readonly string[]>([]);

/** Ends the session; one that had ended already is as good. */
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

/** How one may log in beside the password. */
export interface LoginWays {
  /** The OpenID provider's name. */
  readonly oidc: string | null;
  /** Whom the proxy in front names. */
  readonly proxy: string | null;
}

/** Asks the server how one may log in. */
export async function loginWays(): Promise<LoginWays> {
  return request<LoginWays>('GET', '/login/ways');
}

/** Begins a session of the person whom the proxy in front names. */
export async function logInByProxy(): Promise<void> {
  await request('POST', '/login/proxy');
}
