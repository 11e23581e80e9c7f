/** Who is logged in: asked of the server at the start, and cleared when the server ends the session. */
import { adminRoles, type AdminRole } from '@sluice/contracts/words';
import { create } from 'zustand';
import { Problem } from './problem.js';
import { request } from './request.js';

/** The current person's session. */
export interface Session {
  readonly name: string;
  readonly personId: string;
  readonly role: AdminRole;
  /** Sent with every change. */
  readonly csrfToken: string;
  readonly expiresAt: string;
  /** Where leads are submitted, if the dashboard knows it. */
  readonly gatewayUrl?: string;
}

interface SessionState {
  /** `unknown` until the server has answered; then the session, or `none`. */
  readonly session: Session | 'none' | 'unknown';
  /** Whether the person has just logged out here and should not be logged in again automatically. */
  readonly hasLoggedOut: boolean;
  /** What the previous logout could not record; shown by the login page. */
  readonly notRecorded: readonly string[];
}

/** The session, and how the last one ended. */
export const useSession = create<SessionState>(() => ({
  session: 'unknown',
  hasLoggedOut: false,
  notRecorded: [],
}));

/** The session, on pages that are shown only with one. It stays the same while they are shown. */
export function operator(): Session | undefined {
  const { session } = useSession.getState();
  return typeof session === 'object' ? session : undefined;
}

/** Whether the person's role allows what `role` allows. Buttons that the server would refuse are not shown. */
export function may(role: AdminRole): boolean {
  return adminRoles.indexOf(operator()?.role ?? 'view') >= adminRoles.indexOf(role);
}

/** Asks the server whose session this is. */
export async function loadSession(): Promise<void> {
  useSession.setState({ session: (await request<Session | null>('GET', '/session')) ?? 'none' });
}

/** Notes that the server has ended the session; the login page opens. */
export function noteSessionEnded(): void {
  useSession.setState({ session: 'none' });
}

/** Begins a session; call {@link loadSession} afterwards. Rejects with the problem that the login page shows. */
export async function logIn(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/login', { body });
}

/** Ends the session; a session that has already ended counts as success. */
export async function logOut(): Promise<void> {
  try {
    const csrfToken = operator()?.csrfToken;
    const left = await request<{ notRecorded: readonly string[] }>('POST', '/logout', { csrfToken });
    useSession.setState({ notRecorded: left.notRecorded });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UNAUTHORIZED') throw error;
  }
  useSession.setState({ hasLoggedOut: true, session: 'none' });
}

/** Accepts an invitation; whoever was not logged in then is. Rejects with the problem that the page shows. */
export async function acceptInvitation(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/invitation/accept', { body, csrfToken: operator()?.csrfToken });
}

/** Sets the password that a link was made for. */
export async function resetPassword(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/password/reset', { body });
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
