/** Rows of an NDJSON file: one JSON object per line, with nested fields or dotted names. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fieldProblem, type Fields } from './lead-body.js';
import type { Row } from './row.js';

/** The rows of the file; empty lines are skipped. A line without an object becomes a row with that problem. */
export async function* ndjsonRows(bytes: Readable): AsyncGenerator<Row, void, undefined> {
  let n = 0;
  let line = 0;
  for await (const text of linesOf(bytes)) {
    line += 1;
    if (text.trim() === '') continue;
    n += 1;
    const fields = parseObject(text);
    yield fields
      ? {
          n,
          line,
          fields,
          problems: Object.entries(fields).flatMap(([field, value]) => fieldProblem(field, value) ?? []),
        }
      : { n, line, fields: { line: text }, problems: ['row: is not a JSON object'] };
  }
}

async function* linesOf(bytes: Readable): AsyncGenerator<string, void, undefined> {
  let failure: Error | undefined;
  const lines = createInterface({ input: bytes, crlfDelay: Infinity });
  // A read error ends the lines as the end of the file would.
  bytes.once('error', (error) => {
    failure = error;
    lines.close();
  });
  yield* lines;
  if (failure) throw failure;
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}
