/** Serves the built web app: one page for every address, and files whose names change with their content. */
import type { RequestHandler, Response } from 'express';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

/** Where the build writes it: `dist/public` of this workspace, as seen from `src` and from `dist`. */
const built = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'public');
/** For a year, without asking again. */
const KEPT = 'public, max-age=31536000, immutable';

/** The web app. */
export interface WebApp {
  /** Its hashed files, to be mounted at `/assets`: cached by browsers for a year, sent as compressed at build time. */
  readonly assets: RequestHandler;
  /** Sends its page; the browser chooses the view by the address. */
  readonly sendPage: (response: Response) => void;
}

/** The web app; throws if it was not built. */
export function webApp(): WebApp {
  const page = join(built, 'index.html');
  if (!existsSync(page))
    throw new Error(`The dashboard's web app is not built (${page} is missing): run npm run build.`);
  return {
    assets: sirv(join(built, 'assets'), {
      brotli: true,
      gzip: true,
      setHeaders: (response) => {
        response.setHeader('Cache-Control', KEPT);
        response.setHeader('X-Content-Type-Options', 'nosniff');
        response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      },
    }),
    sendPage: (response) =>
      response.sendFile(page, { cacheControl: false, etag: false, lastModified: false }),
  };
}
