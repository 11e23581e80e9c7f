/** The requests and errors of a page, from the moment it is watched. */
import type { Page } from 'playwright-core';

/** A watched page. */
export interface WatchedPage {
  /** Every requested address, except those inside the page (`data:`, `blob:`). */
  readonly asked: string[];
  /** Errors of its scripts and violations of its content security policy. */
  readonly complaints: string[];
}

/** Watches `page` until it is closed. */
export function watchPage(page: Page): WatchedPage {
  const watched: WatchedPage = { asked: [], complaints: [] };
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) watched.asked.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') watched.complaints.push(message.text());
  });
  page.on('pageerror', (error) => watched.complaints.push(error.message));
  return watched;
}
