/** The addresses of the pages of links, which need no session. */

export const INVITATION = '/invitation';
const PASSWORD = '/password/reset';

/** Whether this is the page of a link. */
export function isLinkPage(pathname: string): boolean {
  return pathname === INVITATION || pathname === PASSWORD;
}
