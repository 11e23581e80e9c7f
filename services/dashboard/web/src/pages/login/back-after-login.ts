/** Where a login leads: the page that was asked for, on this server and on no other. */

/** The path and query to show after the login at `place`. */
export function backAfterLogin({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  if (pathname !== '/login') return `${pathname}${search}`;
  const back = new URLSearchParams(search).get('back') ?? '/';
  // "//host" and "/\host" are addresses of other servers.
  return /^\/(?![/\\])/.test(back) ? back : '/';
}
