/** What tests do with a page in a real browser. */
export { axeFindings } from './axe-findings.js';
export { watchPage, type WatchedPage } from './watch-page.js';
