/** Where a login leads: to the requested page, on this server only. */

/** The path and query to show after the login at `place`. */
export function backAfterLogin({
  origin,
  pathname,
  search,
}: Pick<Location, 'origin' | 'pathname' | 'search'>): string {
  if (pathname !== '/login') return `${pathname}${search}`;
  const back = new URLSearchParams(search).get('back') ?? '/';
  // Parsed as a browser would: "//host", "/\host" and "/<tab>/host" are addresses of other servers.
  const read = URL.canParse(back, origin) ? new URL(back, origin) : undefined;
  // "/.//host" leaves a path that begins with two slashes, which would again be another server.
  return read?.origin === origin ? read.pathname.replace(/^\/+/, '/') + read.search : '/';
}

/** Puts another address in place of this one, at the same place in the tab's history: the router counts by what stands there. */
export function showAddress(address: string): void {
  history.replaceState(history.state, '', address);
}
