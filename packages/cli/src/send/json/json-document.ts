/** Rows of a file that is one JSON document: an array of leads, or a single lead. It is read whole before anything is sent. */
import { Problem } from '@sluice/local';
import { parseJson, type ParsedJson } from '../../files/parse-json.js';
import type { Row } from '../row.js';
import { isObject } from '@sluice/contracts';
import { jsonRow } from './json-row.js';

/** A document is held in memory; a larger file has to be NDJSON, which is read line by line. */
const LARGEST = 64 * 1024 * 1024;

/** The whole text; undefined if it is too long to be one document. */
export async function wholeText(chunks: AsyncIterable<string>): Promise<string | undefined> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > LARGEST) return undefined;
  }
  return parts.join('');
}

/** The rows of an array. @throws Problem if the document is not JSON from beginning to end */
export function arrayRows(text: string | undefined): readonly Row[] {
  if (text === undefined)
    throw new Problem(
      `nothing was sent: a JSON array has at most ${LARGEST / 1024 / 1024} MB; write one lead per line (NDJSON).`,
    );
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') throw notJson(parsed);
  const items: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [];
  const problems = problemsByItem(parsed.problems);
  return items.map((value, index) =>
    jsonRow(
      { n: index + 1, place: `item ${index + 1}` },
      { kind: 'value', value, problems: problems.get(index) ?? [] },
      JSON.stringify(value),
    ),
  );
}

/** The row of a document that is a single lead; undefined if it is none. */
export function singleRow(text: string | undefined): Row | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.kind !== 'value' || !isObject(parsed.value)) return undefined;
  return jsonRow({ n: 1, place: 'the lead' }, parsed, '');
}

// The path of a problem begins with the index of its item.
function problemsByItem(problems: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const items = new Map<number, string[]>();
  for (const problem of problems) {
    const [, index = '', rest = ''] = /^(\d+)\.?(.*)$/s.exec(problem) ?? [];
    items.set(Number(index), [
      ...(items.get(Number(index)) ?? []),
      rest.startsWith(':') ? `row${rest}` : rest,
    ]);
  }
  return items;
}

function notJson({ problem, line, column }: Extract<ParsedJson, { kind: 'broken' }>): Problem {
  return new Problem(`nothing was sent, because it is not JSON: line ${line}, column ${column}: ${problem}.`);
}
