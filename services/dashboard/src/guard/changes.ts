/** Recognises changes made through the dashboard: each must come from our own page with the session's token. */
import type { Session } from '@sluice/identity';
import type { Request } from 'express';

/** Methods that change nothing. */
export const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether one of our own pages sent the request, according to the browser. Other clients send no such header. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Whether one of our own pages sent the request, with the token of its session. */
export function isFromOurPage(request: Request, { isCsrfToken }: Pick<Session, 'isCsrfToken'>): boolean {
  return isSameOrigin(request) && isCsrfToken(tokenOf(request));
}

function tokenOf({ headers }: Request): string {
  const header = headers['x-xsrf-token'];
  return typeof header === 'string' ? header : '';
}
