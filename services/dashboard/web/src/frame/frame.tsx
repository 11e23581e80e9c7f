/** The frame around every page: skip link, navigation, search, banner, and the places of dialogs and toasts. */
import { lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Confirmations } from '../components/dialog.js';
import { Icon } from '../components/icon.js';
import { Toasts } from '../components/toast.js';
import { pageScope, routes } from '../pages/pages.js';
import { NotFoundPage } from '../pages/not-found/not-found-page.js';
import { ConnectionBanner } from './connection-banner.js';
import { LiveNow } from './live-now.js';
import { Search } from './search.js';
import { Brand, Side } from './side.js';
import { TenantsLoaded } from './tenants.js';

export function Frame() {
  return (
    <LocationProvider scope={pageScope}>
      <TenantsLoaded>
        <Inside />
      </TenantsLoaded>
    </LocationProvider>
  );
}

function Inside() {
  const { path } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const pages = useMemo(
    () => routes.map(({ path: own, load }) => ({ own, component: lazy(() => load().catch(loadAgain)) })),
    [],
  );
  const arrived = useArrival(main);

  useEffect(() => setMenuOpen(false), [path]);
  useEffect(() => {
    if (!menuOpen) return undefined;
    const leave = ({ key }: KeyboardEvent): void => void (key === 'Escape' && setMenuOpen(false));
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [menuOpen]);

  return (
    <>
      <a class="skip-link" href="#page">
        Skip to content
      </a>
      <LiveNow />
      <ConnectionBanner />
      <div class="frame">
        <Side open={menuOpen} />
        {menuOpen && (
          <button
            type="button"
            class="side-ground"
            aria-label="Close menu"
            onClick={() => setMenuOpen(false)}
          />
        )}
        <div class="column">
          <header class="top">
            <span class="menu-button">
              <Button plain icon label="Menu" onClick={() => setMenuOpen(true)}>
                <Icon name="menu" />
              </Button>
            </span>
            <Brand inTop />
            <Search />
          </header>
          <main class="page" id="page" tabIndex={-1} ref={main}>
            <Router onLoadEnd={arrived} onRouteChange={arrived}>
              {pages.map(({ own, component }) => (
                <Route key={own} path={own} component={component} />
              ))}
              <Route default component={NotFoundPage} />
            </Router>
          </main>
        </div>
      </div>
      <Confirmations />
      <Toasts />
    </>
  );
}

// A chunk that failed to load cannot be loaded again by this document: after an upgrade its name has changed, and
// without a connection nothing else loads either. So the whole document is reloaded, and with it the requested page.
function loadAgain(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/**
 * After a change of page, scrolls to the top and focuses the heading, as a full page load would; not for the first
 * page.
 */
function useArrival(main: { readonly current: HTMLElement | null }): () => void {
  const last = useRef(location.pathname);
  return () => {
    if (location.pathname === last.current) return;
    const heading = main.current?.querySelector('h1');
    if (!heading) return;
    last.current = location.pathname;
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  };
}
