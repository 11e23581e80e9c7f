/** Helpers for tests with pages in a real browser. */
export { axeFindings } from './axe-findings.js';
export { watchPage, type WatchedPage } from './watch-page.js';
export { press, typeInto } from './by-keyboard.js';
export { tabTo } from './tab-to.js';
export { tooSmall } from './too-small.js';
