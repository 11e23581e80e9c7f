/** What the web console asks at its start: whose session this is, and the token that its changes carry. */
import { Router } from 'express';
import type { Sessions } from './sessions.js';

/** `GET /session`; without a session `data` is null, which is an answer and no failure. */
export function sessionRoutes(sessions: Sessions): Router {
  const router = Router();
  router.get('/session', async ({ headers }, response) => {
    const session = await sessions.find(headers.cookie, Date.now());
    const data = session && {
      ...session.operator,
      csrfToken: session.csrfToken,
      expiresAt: new Date(session.expiresAt).toISOString(),
    };
    response.json({ success: true, data: data ?? null });
  });
  return router;
}
