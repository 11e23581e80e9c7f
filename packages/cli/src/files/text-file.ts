/**
 * Files that a person gives to a command, as text: UTF-8, UTF-16 with a byte order mark, or the encoding that the person
 * names. What cannot be read is refused with its place and what to do.
 */
import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodedPieces, encodingOf, hasMark, type NamedText } from '@sluice/admin/files';
import { Problem } from '@sluice/local';

/** How a file is read. */
export interface TextFileOptions {
  /** The encoding of a file without a byte order mark, any label of the Encoding Standard; default: UTF-8. */
  readonly encoding?: string | undefined;
  /** What the file is to the command, in words. */
  readonly what?: string;
}

/** A file whose text can be read again and again. */
export interface TextFile {
  readonly path: string;
  /** Whether its text is plain UTF-8, so that its own program reads UTF-8 without a byte order mark. */
  readonly isPlainUtf8: boolean;
  /** The text from the beginning, without the byte order mark. @throws Problem where it cannot be read */
  chunks(): AsyncGenerator<string, void, undefined>;
}

/** Looks at a file. @throws Problem if there is none, or if it is no text */
export async function openTextFile(path: string, options: TextFileOptions = {}): Promise<TextFile> {
  const { first, version } = await lookAt(path, options);
  const of = named(path, options);
  const encoding = encodingOf(of, first);
  return {
    path,
    isPlainUtf8: !hasMark(first) && isUtf8(encoding),
    chunks: async function* () {
      if ((await lookAt(path, options)).version !== version)
        throw new Problem(`${basename(path)} has changed while it was read; send it again.`);
      yield* decodedPieces(of, encoding, () => createReadStream(path) as AsyncIterable<Buffer>);
    },
  };
}

/** The whole text of a small file, without the byte order mark. @throws Problem where it cannot be read */
export async function readTextFile(path: string, options: TextFileOptions): Promise<string> {
  let text = '';
  for await (const chunk of (await openTextFile(path, options)).chunks()) text += chunk;
  return text;
}

// The platform knows all labels of an encoding; one that it does not know is refused where the text is read.
function isUtf8(label: string): boolean {
  try {
    return new TextDecoder(label).encoding === 'utf-8';
  } catch {
    return false;
  }
}

function named(path: string, { encoding }: TextFileOptions): NamedText {
  return { name: basename(path), encoding, option: '--encoding' };
}

interface Seen {
  readonly first: Uint8Array;
  /** Another one after the file was written to. */
  readonly version: string;
}

async function lookAt(path: string, { what }: TextFileOptions): Promise<Seen> {
  let file: FileHandle | undefined;
  try {
    const found = await stat(path);
    // Opening a pipe would wait for its writer.
    if (!found.isFile()) throw new Problem(`${path} is not a plain file; save what it holds, and send that.`);
    file = await open(path);
    const { dev, ino, size, mtimeMs } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return { first: buffer.subarray(0, bytesRead), version: [dev, ino, size, mtimeMs].join() };
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (what !== undefined) throw new Problem(`The ${what} ${path} cannot be read; check the path.`);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Problem(`There is no file ${path}; check the path.`);
    throw new Problem(`The file ${path} cannot be read (${(error as Error).message}).`);
  } finally {
    await file?.close();
  }
}
