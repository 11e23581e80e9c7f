/** Headers that let a browser load nothing from elsewhere and show the console in nobody's frame. */
import type { NextFunction, Request, Response } from 'express';

const policy = (styles: string): string =>
  [
    "default-src 'self'",
    "img-src 'self' data:",
    `style-src ${styles}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const ours = policy("'self'");
// The board writes styles of its own into its page.
const boards = policy("'self' 'unsafe-inline'");

/** Sets them on every answer; pages under `boardPath` may hold styles. */
export function secureHeaders(boardPath: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    response.set({
      'Content-Security-Policy': request.path.startsWith(boardPath) ? boards : ours,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      // A stricter one would take the origin away from our own forms.
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    });
    next();
  };
}
