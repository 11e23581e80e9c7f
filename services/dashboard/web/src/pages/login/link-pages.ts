/** The addresses of the pages that need no session besides the login page: those of links, and the one that asks for a link. */

export const INVITATION = '/invitation';
export const FORGOTTEN = '/password/forgot';
const PASSWORD = '/password/reset';

/** Whether this is the page of a link. */
export function isLinkPage(pathname: string): boolean {
  return pathname === INVITATION || pathname === PASSWORD;
}
