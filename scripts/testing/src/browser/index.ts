/** Helpers for tests with pages in a real browser. */
export { axeFindings } from './axe-findings.js';
export { watchPage, type WatchedPage } from './watch-page.js';
export { press, tabTo, typeInto } from './by-keyboard.js';
export { tooSmall } from './too-small.js';
