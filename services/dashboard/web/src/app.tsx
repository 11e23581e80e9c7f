/** The whole dashboard: the login page without a session, the frame with one. */
import { useEffect } from 'preact/hooks';
import { connection, recoveries } from './api/connection.js';
import { loadSession, session } from './api/session.js';
import { Failed } from './components/states.js';
import { Problem } from './api/problem.js';
import { Frame } from './frame/frame.js';
import { LoginPage } from './pages/login/login-page.js';

export function App() {
  const recovered = recoveries.value;
  useEffect(() => {
    if (session.value === 'unknown') loadSession().catch(() => undefined);
  }, [recovered]);
  if (session.value === 'none') return <LoginPage />;
  if (session.value !== 'unknown') return <Frame />;
  return connection.value.kind === 'lost' ? <Failed problem={new Problem('OFFLINE', '')} /> : null;
}
