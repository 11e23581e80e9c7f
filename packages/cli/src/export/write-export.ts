/** Writes an export as NDJSON: to a file that appears only when it is complete, or to standard output. */
import type { ExportEnd } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

/** A line to write; the last one is an {@link ExportEnd}. */
interface Line {
  readonly record: string;
}

/** The number of records written of each kind. */
export type Written = ExportEnd['records'];

/**
 * Writes `lines` to `path`, or to `output` without one. Until it is complete and durable, the file's name ends in
 * `.partial`; only its owner may read it. Rejects if the lines break off or the disk is full.
 */
export async function writeExport(
  lines: AsyncIterable<Line>,
  path: string | undefined,
  output: NodeJS.WritableStream = process.stdout,
): Promise<Written> {
  let records: Written | undefined;
  async function* text() {
    for await (const line of lines) {
      if (line.record === 'end') ({ records } = line as ExportEnd);
      yield `${JSON.stringify(line)}\n`;
    }
    if (!records) throw new Problem('The export ended before it was complete.');
  }
  if (path === undefined) {
    await pipeline(Readable.from(text()), output, { end: false });
    return records ?? {};
  }
  const partial = `${path}.partial`;
  const file = createWriteStream(partial, { mode: 0o600 });
  await pipeline(Readable.from(text()), file);
  await makeDurable(partial);
  await rename(partial, path);
  return records ?? {};
}

async function makeDurable(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
