/** Who is logged in: asked of the server at the start, and cleared when the server ends the session. */
import type * as contracts from '@sluice/contracts';
import type { AdminRole, Membership } from '@sluice/contracts';
import { create } from 'zustand';
import { Problem } from './problem.js';
import { request } from './request.js';

type Contracts = typeof contracts;
type DeclaredId = {
  [Name in keyof Contracts]: Contracts[Name] extends { readonly operationId: string } ? Name : never;
}[keyof Contracts];
/** An operation; with `:people`, calls of it that ask about stored people. */
export type OperationId = DeclaredId | `${DeclaredId}:people`;

/** A person's place in a tenant. */
export interface Place extends Membership {
  /** The tenant's. */
  readonly name: string;
  readonly timezone: string;
  /** What the person may use there. */
  readonly operations: readonly string[];
}

/** The current person's session. */
export interface Session {
  readonly name: string;
  /** The address, or what stands in its place. */
  readonly who: string;
  readonly personId: string;
  /** How it began: `password`, `oidc` or `proxy`. */
  readonly via: string;
  /** The role in the installation; null for a person who has none. */
  readonly role: AdminRole | null;
  /** What the person may use in every tenant and in the installation. */
  readonly operations: readonly string[];
  readonly memberships: readonly Place[];
  /** Sent with every change. */
  readonly csrfToken: string;
  /** Whether nothing works yet but setting up a second factor. */
  readonly needsSecondFactor?: boolean;
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

/**
 * Whether the session says that the person may use an operation, in the tenant of the page if none is named. Buttons and
 * pages that the server would refuse are not shown.
 */
export function may(operation: OperationId, tenantId: string = tenantOfPage()): boolean {
  const { operations = [], memberships = [] } = operator() ?? {};
  const place = memberships.find((one) => one.tenantId === tenantId);
  return operations.includes(operation) || place?.operations.includes(operation) === true;
}

/** Where the tenant seen last is kept in this browser. */
export const TENANT_KEPT_AS = 'sluice.tenant';

/** How the names begin under which this tab keeps what is typed in forms and not saved. */
export const DRAFTS_KEPT_AS = 'sluice.draft/';

/** The tenant that the address names in its path (`/leads/TENANT/LEAD`, `/items/TENANT/SECTION/ID`) or query, else the member's own seen last. */
export function tenantOfPage(): string {
  const { pathname, search } = window.location;
  const [inPath] = /(?<=^\/[^/]+\/)[^/]+(?=\/[^/]+)/.exec(pathname) ?? [];
  const named = inPath === undefined ? new URLSearchParams(search).get('tenant') : decoded(inPath);
  if (named) return named;
  const { memberships = [] } = operator() ?? {};
  const last = localStorage.getItem(TENANT_KEPT_AS);
  const place = memberships.find(({ tenantId }) => tenantId === last) ?? memberships[0];
  return place?.tenantId ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Asks the server whose session this is. */
export async function loadSession(): Promise<void> {
  useSession.setState({ session: (await request<Session | null>('GET', '/session')) ?? 'none' });
}

/** Notes that the server has ended the session; the login page opens. */
export function noteSessionEnded(): void {
  useSession.setState({ session: 'none' });
}

/**
 * Begins a session; call {@link loadSession} afterwards. Returns whether a code is needed first. Rejects with the problem
 * that the login page shows.
 */
export async function logIn(body: Readonly<Record<string, string>>): Promise<boolean> {
  const answer = await request<{ secondFactor?: boolean } | undefined>('POST', '/login', { body });
  return answer?.secondFactor === true;
}

/** Begins the session for which a right password asked for a code. */
export async function sendCode(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/login/second-factor', { body });
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
  forgetDrafts();
  useSession.setState({ hasLoggedOut: true, session: 'none' });
}

function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(DRAFTS_KEPT_AS)) sessionStorage.removeItem(name);
}

/** Accepts an invitation; whoever was not logged in then is. Rejects with the problem that the page shows. */
export async function acceptInvitation(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/invitation/accept', { body, csrfToken: operator()?.csrfToken });
}

/** Sets the password that a link was made for. */
export async function resetPassword(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/password/reset', { body });
}

/** Asks for a mail with a link to set a new password. The answer does not say whether there is such an account. */
export async function forgotPassword(body: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', '/password/forgot', { body });
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

/** Asks for the address of the OpenID provider to go to, so that it is connected with this account; then `back` is shown. */
export async function connectProvider(back: string): Promise<{ readonly url: string }> {
  return request('POST', '/login/oidc/connect', { body: { back }, csrfToken: operator()?.csrfToken });
}

/** Begins a session of the person whom the proxy names. */
export async function logInByProxy(): Promise<void> {
  await request('POST', '/login/proxy');
}
