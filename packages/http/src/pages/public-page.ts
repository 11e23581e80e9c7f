/**
 * Pages for whoever has their address: no key, no envelope. They hold no more than one tenant gave away with that
 * address, so they are kept by nobody and found by no search engine, and the address is in no log and no referrer.
 */
import { ApiError } from '@sluice/contracts';
import { clientAddress } from '@sluice/process';
import type { Express, Request, Response } from 'express';
import { exchangeOf } from '../exchange.js';

/** Who asks, and for which page. */
export interface PageCall {
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The page, with the policy of its content if it may have more than text. */
export interface PageAnswer {
  readonly contentType: string;
  readonly body: string;
  readonly contentSecurityPolicy?: string;
}

/** An address and its page. An ApiError that it throws is answered in the envelope. */
export interface PublicPage {
  /** E.g. `/post/{token}`. */
  readonly path: string;
  readonly show: (call: PageCall) => Promise<PageAnswer>;
}

/** Mounts pages, which are only read. */
export function mountPages(app: Express, pages: readonly PublicPage[]): void {
  for (const { path, show } of pages) {
    const mounted = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    mounted.all((_request, response, next) => {
      exchangeOf(response).route = path;
      response.set({
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
        'Referrer-Policy': 'no-referrer',
      });
      next();
    });
    mounted.get(async (request: Request, response: Response) => {
      const params = request.params as Readonly<Record<string, string>>;
      const answer = await show({ address: clientAddress(request), params });
      if (answer.contentSecurityPolicy !== undefined)
        response.set('Content-Security-Policy', answer.contentSecurityPolicy);
      response.type(answer.contentType).send(answer.body);
    });
    mounted.all(() => {
      throw new ApiError('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] });
    });
  }
}
