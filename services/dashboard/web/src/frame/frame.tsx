/** The frame around every page: skip link, navigation, search, banner, and the places of dialogs and toasts. */
import { Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { may, tenantOfPage, useSession } from '../api/session.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { routesOpen } from '../pages/pages.js';
import { NotFoundPage } from '../pages/not-found/not-found-page.js';
import { watchBack } from './back.js';
import { ConnectionBanner } from './connection-banner.js';
import { LiveNow } from './live-now.js';
import { Overlays } from './overlays.js';
import { Search } from './search.js';
import { Brand, Side } from './side.js';
import { InTenant, useTenantInAddress } from './tenants.js';

// Before the router listens.
watchBack();

export function Frame() {
  return (
    <BrowserRouter>
      <InTenant>
        <Inside />
      </InTenant>
    </BrowserRouter>
  );
}

function Inside() {
  const { pathname } = useLocation();
  const { tenantId } = useTenantInAddress();
  // What the person may use can change while the page is open.
  useSession();
  const ofPage = tenantId ?? tenantOfPage();
  const [menuOpen, setMenuOpen] = useState(false);

  useEffect(() => setMenuOpen(false), [pathname]);
  // An address that is completed is no other tenant's.
  const [shownFor, setShownFor] = useState(tenantId);
  if (tenantId !== shownFor) {
    setShownFor(tenantId);
    if (shownFor !== undefined) setMenuOpen(false);
  }
  useEffect(() => {
    if (!menuOpen) return undefined;
    const leave = ({ key }: KeyboardEvent): void => void (key === 'Escape' && setMenuOpen(false));
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [menuOpen]);

  return (
    <>
      <a className="skip-link" href="#page">
        Skip to content
      </a>
      <LiveNow tenantId={ofPage} />
      <ConnectionBanner />
      <div className="frame">
        <Side open={menuOpen} />
        {menuOpen && (
          <button
            type="button"
            className="side-ground"
            aria-label="Close menu"
            onClick={() => setMenuOpen(false)}
          />
        )}
        <div className="column">
          <header className="top">
            <span className="menu-button">
              <Button plain icon label="Menu" onClick={() => setMenuOpen(true)}>
                <Icon name="menu" />
              </Button>
            </span>
            <Brand inTop />
            {may('adminSearchLeads', ofPage) && <Search />}
          </header>
          <main className="page" id="page" tabIndex={-1}>
            <Suspense>
              <Routes>
                {routesOpen(ofPage).map(({ path, needs, Page }) => (
                  <Route key={`${path} ${needs}`} path={path} element={<Page />} />
                ))}
                <Route path="*" element={<NotFoundPage />} />
              </Routes>
            </Suspense>
          </main>
        </div>
      </div>
      <Overlays />
    </>
  );
}
