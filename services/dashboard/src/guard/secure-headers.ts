/** Headers that let a browser load nothing from elsewhere, show the console in no frame but its own, and keep no page. */
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
    // A stricter one would take the origin away from our own forms.
    referrerPolicy: { policy: 'same-origin' },
  });

const ours = guarding({ styles: ["'self'"], frames: "'none'" });
// The board writes styles of its own into its page, and is shown inside a page of the console.
const boards = guarding({ styles: ["'self'", "'unsafe-inline'"], frames: "'self'" });

/** Sets them on every answer; pages under `boardPath` may hold styles and stand in a frame of the console. */
export function secureHeaders(boardPath: string): RequestHandler {
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const guard = request.path.startsWith(boardPath) ? boards : ours;
    guard(request, response, next);
  };
}
