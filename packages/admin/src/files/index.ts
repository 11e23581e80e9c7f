/** Files of rows that people give to a command or to the dashboard: their text, their lines, and their rows. */
export { readRows, type CsvColumns, type CsvDialect, type CsvFile, type CsvHeading } from './csv-rows.js';
export { decodedPieces, decodedText, encodingOf, hasMark, type NamedText } from './decoded-text.js';
export { declaredDelimiter, isBlankLine } from './delimiter.js';
export { linesOf, type Line } from './lines.js';
export { namedColumns } from './named-columns.js';
export { answersInParts, placedRows, type PlacedRow } from './placed-rows.js';
