/** The web app's first request: whose session this is, the token that its changes carry, and where the gateway is. */
import { Router } from 'express';
import type { FindSession } from './find-session.js';

/** `GET /session`; without a session `data` is null, which is no failure. */
export function sessionRoutes(findSession: FindSession, gatewayUrl?: string): Router {
  const router = Router();
  router.get('/session', async (request, response) => {
    const session = await findSession(request);
    const data = session && {
      ...session.operator,
      csrfToken: session.csrfToken,
      expiresAt: new Date(session.expiresAt).toISOString(),
      gatewayUrl,
    };
    response.json({ success: true, data: data ?? null });
  });
  return router;
}
