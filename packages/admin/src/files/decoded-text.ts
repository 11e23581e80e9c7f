/**
 * The text of a file that a person gives: UTF-8, UTF-16 with a byte order mark, or the encoding that the person names.
 * What cannot be read is refused with its place and what to do.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { Problem } from '@sluice/local';
import { StrictDecoder, UndecodableError } from './strict-decoder.js';

/** A file, as messages speak of it. */
export interface NamedText {
  readonly name: string;
  /** The encoding of a file without a byte order mark, any label of the Encoding Standard; default: UTF-8. */
  readonly encoding?: string | undefined;
  /** How a person names the encoding, e.g. `--encoding`. */
  readonly option: string;
}

/** The text of these bytes, without the byte order mark. @throws Problem where it cannot be read */
export function decodedText(of: NamedText, bytes: Uint8Array): string {
  const encoding = encodingOf(of, bytes.subarray(0, 4));
  const decoder = new StrictDecoder(encoding, of.option);
  if (!isUnicode(decoder) && isUtf8(bytes) && !isAscii(bytes)) throw alreadyUtf8(of, encoding);
  return placed(of, decoder, () => decoder.decode(bytes) + decoder.end());
}

/** The text of pieces of a file in this encoding, one by one. @throws Problem where it cannot be read */
export async function* decodedPieces(
  of: NamedText,
  encoding: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StrictDecoder(encoding, of.option);
  const witness = isUnicode(decoder) ? undefined : utf8Witness();
  for await (const piece of pieces) {
    witness?.see(piece);
    yield placed(of, decoder, () => decoder.decode(piece));
  }
  yield placed(of, decoder, () => decoder.end());
  if (witness?.isUtf8()) throw alreadyUtf8(of, encoding);
}

function placed({ name, option }: NamedText, { encoding }: StrictDecoder, decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    const { line, column, after } = error;
    const where = `${name}, line ${line}, column ${column}${after && ` (after "${after}")`}`;
    throw new Problem(
      `${where}: is not ${encoding.toUpperCase()}; save the file as UTF-8 ("CSV UTF-8" in Excel), or name its encoding, e.g. ${option} windows-1252.`,
    );
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

/** Whether a file that begins with these bytes says by a byte order mark how it is encoded. */
export const hasMark = (first: Uint8Array): boolean => marks.some(([mark]) => begins(first, mark));

/** The encoding of a file that begins with these bytes. @throws Problem if it is no text */
export function encodingOf({ name, encoding, option }: NamedText, first: Uint8Array): string {
  const other = noText.find(([mark]) => begins(first, mark));
  if (other)
    throw new Problem(`${name} is ${other[1]}, not a text file; save it as UTF-8 ("CSV UTF-8" in Excel).`);
  // The mark is part of the file, so it knows better than the person.
  const known = marks.find(([mark]) => begins(first, mark))?.[1] ?? encoding;
  const unmarked = known === undefined ? unmarkedUtf16(first) : undefined;
  if (unmarked !== undefined)
    throw new Problem(
      `${name} is UTF-16 without a byte order mark; add ${option} ${unmarked}, or save the file as UTF-8.`,
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

function alreadyUtf8({ name, option }: NamedText, encoding: string): Problem {
  return new Problem(`${name} is UTF-8, not ${encoding}; leave ${option} out.`);
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
