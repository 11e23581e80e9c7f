/** The addresses of the pages that need no session besides the login page: those of links, and the one that asks for a link. */

export const INVITATION = '/invitation';
export const FORGOTTEN = '/password/forgot';
const KEPT_AS = 'sluice.invitation';
const PASSWORD = '/password/reset';

/** The token of the link that was opened: of this address, else of the invitation that is kept over a login. */
export function linkToken(): string {
  const { pathname, hash } = location;
  if (hash.length > 1 || pathname !== INVITATION) return hash.slice(1);
  return sessionStorage.getItem(KEPT_AS) ?? '';
}

/** Keeps an invitation in this tab for the time of a login, whose way may lead over a provider. */
export function keepInvitation(token: string): void {
  sessionStorage.setItem(KEPT_AS, token);
}

/** Forgets the kept invitation, which was accepted or works no more. */
export function forgetInvitation(): void {
  sessionStorage.removeItem(KEPT_AS);
}

/** Whether this is the page of a link. */
export function isLinkPage(pathname: string): boolean {
  return pathname === INVITATION || pathname === PASSWORD;
}
