/** Texts as they are compared. */
export { comparableText } from './comparable-text.js';
