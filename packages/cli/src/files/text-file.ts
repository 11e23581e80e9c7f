/**
 * Files that a person gives to a command, as text: UTF-8, UTF-16 with a byte order mark, or the encoding that the person
 * names. What cannot be read is refused with its place and what to do.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream, readFileSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '@sluice/local';
import { StrictDecoder, UndecodableError } from './strict-decoder.js';

/** How a file is read. */
export interface TextFileOptions {
  /** The encoding of a file without a byte order mark, any label of the Encoding Standard; default: UTF-8. */
  readonly encoding?: string | undefined;
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
  const { first, version } = await lookAt(path);
  const encoding = encodingOf(path, first, options);
  return {
    path,
    isPlainUtf8: !hasMark(first) && encoding === 'utf-8',
    chunks: async function* () {
      if ((await lookAt(path)).version !== version)
        throw new Problem(`${basename(path)} has changed while it was read; send it again.`);
      yield* decoded(path, encoding);
    },
  };
}

/** The text of a small file, without the byte order mark; `what` names it. @throws Problem where it cannot be read */
export function readTextFile(path: string, what: string, options: TextFileOptions = {}): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Problem(`The ${what} ${path} cannot be read; check the path.`);
  }
  const encoding = encodingOf(path, bytes.subarray(0, 4), options);
  const decoder = new StrictDecoder(encoding);
  if (!isUnicode(decoder) && isUtf8(bytes) && !isAscii(bytes)) throw alreadyUtf8(path, encoding);
  return placed(path, decoder, () => decoder.decode(bytes) + decoder.end());
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string, void, undefined> {
  const decoder = new StrictDecoder(encoding);
  const witness = isUnicode(decoder) ? undefined : utf8Witness();
  for await (const chunk of createReadStream(path)) {
    witness?.see(chunk as Buffer);
    yield placed(path, decoder, () => decoder.decode(chunk as Buffer));
  }
  yield placed(path, decoder, () => decoder.end());
  if (witness?.isUtf8()) throw alreadyUtf8(path, encoding);
}

function placed(path: string, { encoding }: StrictDecoder, decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    const { line, column, after } = error;
    const where = `${basename(path)}, line ${line}, column ${column}${after && ` (after "${after}")`}`;
    throw new Problem(
      `${where}: is not ${encoding.toUpperCase()}; save the file as UTF-8 ("CSV UTF-8" in Excel), or name its encoding, e.g. --encoding windows-1252.`,
    );
  }
}

interface Seen {
  readonly first: Uint8Array;
  /** Another one after the file was written to. */
  readonly version: string;
}

async function lookAt(path: string): Promise<Seen> {
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Problem(`There is no file ${path}; check the path.`);
    throw new Problem(`The file ${path} cannot be read (${(error as Error).message}).`);
  } finally {
    await file?.close();
  }
}

const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

// What people send instead of text, by its first bytes.
const noText: readonly (readonly [mark: readonly number[], what: string])[] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0x50, 0x4b, 3, 4], 'an Excel workbook or a ZIP archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook'],
  [[0x1f, 0x8b], 'compressed'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
];

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);
const hasMark = (first: Uint8Array): boolean => marks.some(([mark]) => begins(first, mark));

// The mark is part of the file, so it knows better than the person.
function encodingOf(path: string, first: Uint8Array, { encoding }: TextFileOptions): string {
  const other = noText.find(([mark]) => begins(first, mark));
  if (other)
    throw new Problem(
      `${basename(path)} is ${other[1]}, not a text file; save it as UTF-8 ("CSV UTF-8" in Excel).`,
    );
  const known = marks.find(([mark]) => begins(first, mark))?.[1] ?? encoding;
  const unmarked = known === undefined ? unmarkedUtf16(first) : undefined;
  if (unmarked !== undefined)
    throw new Problem(
      `${basename(path)} is UTF-16 without a byte order mark; add --encoding ${unmarked}, or save the file as UTF-8.`,
    );
  return known ?? 'utf-8';
}

// Half of the bytes of western letters are zero.
function unmarkedUtf16([a, b, c, d]: Uint8Array): string | undefined {
  const zeros = [a, b, c, d].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  return { x0x0: 'utf-16le', '0x0x': 'utf-16be' }[zeros];
}

// In all others, a UTF-8 file would be read as nonsense, mostly without an error.
const isUnicode = ({ encoding }: StrictDecoder): boolean => encoding.startsWith('utf-');

function alreadyUtf8(path: string, encoding: string): Problem {
  return new Problem(`${basename(path)} is UTF-8, not ${encoding}; leave --encoding out.`);
}

/** Tells whether all bytes that it has seen are UTF-8 beyond ASCII. */
function utf8Witness(): { see(bytes: Uint8Array): void; isUtf8(): boolean } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isPossible = true;
  let isBeyondAscii = false;
  const see = (bytes?: Uint8Array): void => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isPossible = false;
    }
  };
  return {
    see: (bytes) => {
      if (!isPossible) return;
      isBeyondAscii ||= !isAscii(bytes);
      see(bytes);
    },
    isUtf8: () => {
      if (isPossible) see();
      return isPossible && isBeyondAscii;
    },
  };
}
