/** Rows of an NDJSON file: one JSON object per line, with nested fields or dotted names. */
import { hasVisible } from '@sluice/contracts';
import type { Line } from '@sluice/admin/files';
import { parseJson } from '../../files/parse-json.js';
import type { Row } from '../row.js';
import { jsonRow } from './json-row.js';

/** The rows of the file; empty lines are skipped. A line without an object becomes a row with that problem. */
export async function* ndjsonRows(lines: AsyncIterable<Line>): AsyncGenerator<Row, void, undefined> {
  let n = 0;
  for await (const line of lines) {
    // Files that were written one behind the other have a byte order mark in the middle.
    const text = line.text.replace(/^\uFEFF/, '');
    if (!hasVisible(text)) continue;
    n += 1;
    const place = `line ${line.n}`;
    if (line.isCut) {
      const problems = ['row: is longer than any row may be'];
      yield { n, place, fields: {}, source: { line: `${text}…` }, problems, isUnreadable: true };
    } else yield jsonRow({ n, place }, parseJson(text), text);
  }
}
