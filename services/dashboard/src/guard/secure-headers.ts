/** Headers that let a browser load nothing from elsewhere, show the console in no frame, and keep no page. */
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const guarding = (styles: readonly string[]): RequestHandler =>
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
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // A stricter one would take the origin away from our own forms.
    referrerPolicy: { policy: 'same-origin' },
  });

const ours = guarding(["'self'"]);
// The board writes styles of its own into its page.
const boards = guarding(["'self'", "'unsafe-inline'"]);

/** Sets them on every answer; pages under `boardPath` may hold styles. */
export function secureHeaders(boardPath: string): RequestHandler {
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const guard = request.path.startsWith(boardPath) ? boards : ours;
    guard(request, response, next);
  };
}
