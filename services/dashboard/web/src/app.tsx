/** The whole dashboard: the login page without a session, the frame with one, and the pages of links with and without. */
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useWatchedConnection } from './api/connection.js';
import { Problem } from './api/problem.js';
import { queryClient } from './api/queries.js';
import { loadSession, useSession } from './api/session.js';
import { Failed } from './components/states.js';
import { Frame } from './frame/frame.js';
import { orLoadAgain } from './frame/load-again.js';
import { FORGOTTEN, isLinkPage } from './pages/login/link-pages.js';

const LoginPage = lazy(orLoadAgain(() => import('./pages/login/login-page.js')));
const ForgottenPage = lazy(orLoadAgain(() => import('./pages/login/forgotten-page.js')));
const SetUpPage = lazy(orLoadAgain(() => import('./pages/account/set-up-page.js')));
const LinkPage = lazy(orLoadAgain(() => import('./pages/login/link-page.js')));

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Inside />
      </Suspense>
    </QueryClientProvider>
  );
}

function Inside() {
  const { session } = useSession();
  const isLost = useWatchedConnection().lostSince !== undefined;
  useEffect(() => {
    if (session === 'unknown' && !isLost) loadSession().catch(() => undefined);
  }, [session, isLost]);
  if (typeof session === 'object' && session.needsSecondFactor) return <SetUpPage />;
  if (session !== 'unknown' && isLinkPage(location.pathname)) return <LinkPage />;
  if (session !== 'unknown' && location.pathname === FORGOTTEN) return <ForgottenPage />;
  if (session === 'none') return <LoginPage />;
  if (session !== 'unknown') return <Frame />;
  return isLost ? <Failed problem={new Problem('OFFLINE', '')} /> : null;
}
