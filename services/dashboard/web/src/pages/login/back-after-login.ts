/** Where a login leads: the page that was asked for, on this server and on no other. */

/** The path and query to show after the login at `place`. */
export function backAfterLogin({
  origin,
  pathname,
  search,
}: Pick<Location, 'origin' | 'pathname' | 'search'>): string {
  if (pathname !== '/login') return `${pathname}${search}`;
  const back = new URLSearchParams(search).get('back') ?? '/';
  // The browser's own reading decides: "//host", "/\host" and "/<tab>/host" are addresses of other servers.
  const read = URL.canParse(back, origin) ? new URL(back, origin) : undefined;
  // Of "/.//host" a path is left that begins with two slashes, which would be another server again.
  return read?.origin === origin ? read.pathname.replace(/^\/+/, '/') + read.search : '/';
}
