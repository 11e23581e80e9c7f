/** Texts as they are compared, and as they stand in other languages and in tables. */
export { comparableText } from './comparable-text.js';
export { csvPart, type CsvColumns, type CsvPart } from './csv.js';
export { decodedFromUrl } from './encoded-in-url.js';
export { nameIn } from './name-in.js';
export { oneLine } from './one-line.js';
export { escapeHtml } from './escape.js';
