/** A file that holds one JSON object. */
import { readBody } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { parseJson } from './parse-json.js';
import { readTextFile, type TextFileOptions } from './text-file.js';

/** What was read, with `path: problem` for each number that would change. */
export interface JsonFile {
  readonly value: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/** Reads the file. @throws Problem if it is no JSON object */
export async function readJsonFile(path: string, options: TextFileOptions): Promise<JsonFile> {
  const read = parseJson(await readTextFile(path, options));
  if (read.kind === 'value' && typeof read.value === 'object' && read.value && !Array.isArray(read.value))
    return { value: read.value as JsonFile['value'], problems: read.problems };
  const why = read.kind === 'broken' ? ` (line ${read.line}, column ${read.column}: ${read.problem})` : '';
  throw new Problem(`${path} does not contain a JSON object${why}.`);
}

/** The value as the schema reads it. @throws Problem with what it refuses, and with the `problems` found before */
export function readAs<Schema extends Parameters<typeof readBody>[0]>(
  schema: Schema,
  { value, problems }: JsonFile,
  path: string,
): Extract<ReturnType<typeof readBody<Schema>>, { kind: 'valid' }>['value'] {
  const read = readBody(schema, value);
  const all = [...problems, ...(read.kind === 'invalid' ? read.problems : [])];
  if (read.kind === 'invalid' || all.length > 0)
    throw new Problem(`${path} would be refused:\n  ${all.join('\n  ')}`);
  return read.value;
}
