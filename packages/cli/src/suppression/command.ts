/** `sluice suppression list|import`. */
import {
  adminAddSuppressionPart,
  adminBeginSuppressionImport,
  adminFinishSuppressionImport,
  adminListSuppression,
  type SuppressionRow,
} from '@sluice/contracts';
import type { Operate } from '@sluice/admin';
import type { Command } from 'commander';
import { addList, addOperation, type Call, type Given } from '../admin/operation-command.js';

const VALUES_OF_A_PART = 10_000;
const CHARACTERS_OF_A_PART = 500_000;
const MOST_LINES = 1_000;

export function addSuppression(program: Command): void {
  const suppression = program.command('suppression').description('whom leads are not sold of');
  addList(suppression, 'list', adminListSuppression, 'lists', {
    none: () => 'No suppression lists; they stand in the tenant file.',
    columns: {
      list: ({ listId }: SuppressionRow) => listId,
      name: ({ name }) => name,
      entries: ({ entries }) => String(entries),
      imported: ({ lastImport }) => lastImport?.at ?? '',
    },
  });
  addOperation<typeof adminBeginSuppressionImport, Imported>(
    suppression,
    'import',
    adminBeginSuppressionImport,
    {
      file: 'one value a line, or a CSV whose first column they are',
      calls: importFile,
      missing: ({ listId, tenantId }) =>
        `Tenant ${tenantId} has no suppression list ${listId}; lists stand in its tenant file.`,
      text: ({ accepted, duplicate, invalid, invalidLines }) =>
        [
          `${accepted} accepted, ${duplicate} duplicate, ${invalid} invalid`,
          ...(invalid > 0
            ? [`invalid lines: ${invalidLines.join(', ')}${invalid > MOST_LINES ? ', …' : ''}`]
            : []),
        ].join('\n'),
      failure: ({ invalid }) => invalid > 0,
    },
  );
}

interface Imported {
  readonly accepted: number;
  readonly duplicate: number;
  readonly invalid: number;
  readonly invalidLines: readonly number[];
}

/** Values of the file, with their lines. */
interface Part {
  readonly values: string[];
  readonly lines: number[];
}

async function importFile(
  call: Call<typeof adminBeginSuppressionImport>,
  given: Given,
  operate: Operate,
): Promise<Imported> {
  const { openTextFile } = await import('../files/text-file.js');
  const { file = '', encoding, listId = '', tenantId = '' } = given;
  const text = await openTextFile(file, { encoding });
  const { importId } = await call();
  const params = { tenantId, listId, importId };
  let [valid, invalid, part] = [0, 0, 0];
  const invalidLines: number[] = [];
  for await (const { values, lines } of partsOf(text.chunks())) {
    const body = { part, values };
    const kept = await operate.call(adminAddSuppressionPart, { params, body });
    part += 1;
    valid += kept.valid;
    invalid += kept.invalid;
    for (const place of kept.places)
      if (invalidLines.length < MOST_LINES) invalidLines.push(lines[place - 1] as number);
  }
  for (;;) {
    const done = await operate.call(adminFinishSuppressionImport, { params, body: { valid, invalid } });
    const { accepted = 0, duplicate = 0 } = done;
    if (done.done) return { accepted, duplicate, invalid, invalidLines };
  }
}

async function* partsOf(chunks: AsyncIterable<string>): AsyncGenerator<Part> {
  const { declaredDelimiter, isBlankLine, linesOf } = await import('@sluice/admin/files');
  let part: Part = { values: [], lines: [] };
  let characters = 0;
  for await (const { n, text } of linesOf(chunks)) {
    // An empty first cell beside others is a line that holds no value: the values may stand in another column.
    if (isBlankLine(text) || (n === 1 && declaredDelimiter(text) !== undefined)) continue;
    const value = firstCell(text);
    part.values.push(value);
    part.lines.push(n);
    characters += value.length;
    if (part.values.length < VALUES_OF_A_PART && characters < CHARACTERS_OF_A_PART) continue;
    yield part;
    part = { values: [], lines: [] };
    characters = 0;
  }
  if (part.values.length > 0) yield part;
}

// What stands before the first delimiter; in quotes, it may hold delimiters. A table that no spreadsheet runs, such as our
// own, has an apostrophe before a plus sign.
function firstCell(line: string): string {
  const text = line.trim();
  const cell = text.startsWith('"')
    ? (/^"((?:[^"]|"")*)"/.exec(text)?.[1] ?? text).replaceAll('""', '"')
    : (/^[^,;\t|]*/.exec(text)?.[0] ?? '');
  return cell
    .trim()
    .replace(/^'(?=\+)/, '')
    .slice(0, 1_000);
}
