/** Texts as they are compared, and as they stand in other languages. */
export { comparableText } from './comparable-text.js';
export { escapeHtml } from './escape.js';
