/** A JSON value as a row. */
import { isObject } from '@sluice/contracts';
import type { ParsedJson } from '../../files/parse-json.js';
import { fieldProblem } from '../lead-body.js';
import type { Row } from '../row.js';

/** The row of a parsed text; if it has no object, the rejects file repeats the text. */
export function jsonRow(at: Pick<Row, 'n' | 'place'>, parsed: ParsedJson, text: string): Row {
  if (parsed.kind === 'broken' || !isObject(parsed.value)) {
    const source = { line: text };
    return { ...at, fields: source, source, problems: ['row: is not a JSON object'], isUnreadable: true };
  }
  const fields = parsed.value;
  const unknown = Object.entries(fields).flatMap(([field, value]) => fieldProblem(field, value) ?? []);
  return { ...at, fields, source: fields, problems: [...parsed.problems, ...unknown] };
}
