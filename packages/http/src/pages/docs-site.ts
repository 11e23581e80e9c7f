/** `/docs`: the documentation site, as `npm run docs` built it. */
import express, { type Request, type Response, type Router } from 'express';
import { join } from 'node:path';
import { API_PAGE } from './docs-page.js';
import { securePages } from './secure-headers.js';

/** For a year, without asking again: the names of these files change with their content. */
const KEPT = 'public, max-age=31536000, immutable';
/** Asked for again each time; unchanged, the answer is 304. */
const ASKED_AGAIN = 'no-cache';

/**
 * Serves the files of `folder` below `/docs`, each read when it is asked for; HTML pages without their ending. Without
 * the folder, `/docs` leads to the reference of the interface.
 */
export function docsSite(folder: string): Router {
  const router = express.Router({ strict: true });
  router.get('/docs', (_request, response) => response.redirect('/docs/'));
  const files = express.static(folder, {
    extensions: ['html'],
    redirect: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      response.setHeader('Cache-Control', isHashed ? KEPT : ASKED_AGAIN);
    },
  });
  router.use('/docs', securePages, files);
  router.get('/docs/', (_request, response) => response.redirect(`${API_PAGE}/`));
  router.get('/docs/*rest', (_request: Request, response: Response, next) => {
    response.status(404).sendFile('404.html', { root: folder, cacheControl: false }, (error) => {
      // The site is not built, or its reader has gone.
      if (error && !response.headersSent) next();
    });
  });
  return router;
}
