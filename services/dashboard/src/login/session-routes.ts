/** What the web console asks at its start: whose session this is, and the token that its changes carry. */
import { Router } from 'express';
import { sessionOf } from '../guard/session.js';

/** `GET /session`, behind the login. */
export function sessionRoutes(): Router {
  const router = Router();
  router.get('/session', (_request, response) => {
    const { csrfToken, expiresAt } = sessionOf(response);
    const data = {
      name: 'operator',
      role: 'administer',
      csrfToken,
      expiresAt: new Date(expiresAt).toISOString(),
    };
    response.json({ success: true, data });
  });
  return router;
}
