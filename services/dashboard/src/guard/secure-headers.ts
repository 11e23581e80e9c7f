/**
 * Headers that stop a browser from loading anything from other servers, from framing the dashboard elsewhere, and from
 * caching a page.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const guarding = ({
  styles,
  frames,
}: {
  styles: readonly string[];
  frames: "'none'" | "'self'";
}): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: styles,
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: [frames],
      },
    },
    xFrameOptions: { action: frames === "'self'" ? 'sameorigin' : 'deny' },
    // A stricter policy would remove the origin from our own forms' requests.
    referrerPolicy: { policy: 'same-origin' },
  });

const ours = guarding({ styles: ["'self'"], frames: "'none'" });
// The board writes inline styles, and is embedded in a page of the dashboard.
const boards = guarding({ styles: ["'self'", "'unsafe-inline'"], frames: "'self'" });

/** Sets the headers on every answer; pages under `boardPath` may have inline styles and be framed by the dashboard. */
export function secureHeaders(boardPath: string): RequestHandler {
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const guard = request.path.startsWith(boardPath) ? boards : ours;
    guard(request, response, next);
  };
}
