/** Rows of a CSV file (RFC 4180, UTF-8, with a heading). */
import { parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import { Problem } from '@sluice/local';
import { fieldProblem } from './lead-body.js';
import type { Row } from './row.js';

/** The rows below the heading. @throws Problem if the heading is not one of leads; errors of the parser */
export async function* csvRows(bytes: Readable): AsyncGenerator<Row, void, undefined> {
  let heading: readonly string[] | undefined;
  let n = 0;
  for await (const { record, info } of records(bytes)) {
    if (!heading) {
      heading = checkedHeading(record);
      continue;
    }
    n += 1;
    const fields = Object.fromEntries(heading.map((column, index) => [column, record[index] ?? '']));
    const problems =
      record.length === heading.length
        ? []
        : [`row: has ${record.length} cells, but the header has ${heading.length}`];
    yield { n, line: info.lines, fields, problems };
  }
}

/** The columns of the file. */
export async function csvHeading(bytes: Readable): Promise<readonly string[]> {
  for await (const { record } of records(bytes)) return checkedHeading(record);
  return [];
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function records(bytes: Readable): AsyncIterable<ParsedRecord> {
  const parser = parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true });
  bytes.once('error', (error) => parser.destroy(error));
  parser.once('close', () => bytes.destroy());
  return bytes.pipe(parser) as AsyncIterable<ParsedRecord>;
}

function checkedHeading(record: readonly string[]): readonly string[] {
  const heading = record.map((column) => column.trim());
  const problems = heading.flatMap((column, index) =>
    heading.indexOf(column) < index ? [`${column}: appears twice`] : (fieldProblem(column) ?? []),
  );
  if (problems.length === 0) return heading;
  throw new Problem(`nothing was sent, because of its header:\n  ${problems.join('\n  ')}`);
}
