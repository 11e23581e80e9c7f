/**
 * The text of a file that a person gives: UTF-8, UTF-16 with a byte order mark, or the encoding that the person names.
 * What cannot be read is refused with its place and what to do.
 */
import { asWindows1252, Problem } from '@sluice/contracts';
import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { linesOf } from './lines.js';

/** A file, as messages speak of it. */
export interface NamedText {
  readonly name: string;
  /** The encoding of a file without a byte order mark, any label of the Encoding Standard; default: UTF-8. */
  readonly encoding?: string | undefined;
  /** How a person names the encoding, e.g. `--encoding`. */
  readonly option: string;
}

/** The text of these bytes, without the byte order mark. @throws Problem where it cannot be read */
export async function decodedText(of: NamedText, bytes: Uint8Array): Promise<string> {
  const encoding = encodingOf(of, bytes.subarray(0, 4));
  let text = '';
  for await (const piece of decodedPieces(of, encoding, () => inOnePiece(bytes))) text += piece;
  return text;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Reads the bytes of a file from the beginning. */
type Pieces = () => AsyncIterable<Uint8Array>;

/**
 * The text of a file in this encoding, piece by piece. Nothing becomes a replacement character.
 * @throws Problem where it cannot be read
 */
export async function* decodedPieces(
  of: NamedText,
  label: string,
  pieces: Pieces,
): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(of, label);
  const { encoding } = decoder;
  // In an encoding that is not Unicode, a UTF-8 file would be read as nonsense, mostly without an error.
  if (!encoding.startsWith('utf-') && (await isUtf8BeyondAscii(pieces())))
    throw new Problem(`${of.name} is UTF-8, not ${label}; leave ${of.option} out.`);
  try {
    yield* textsOf(pieces(), decoder);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? await faultIn(of, encoding, pieces())
      : error;
  }
}

async function* textsOf(
  pieces: AsyncIterable<Uint8Array>,
  decoder: TextDecoder,
): AsyncGenerator<string, void, undefined> {
  const repaired = decoder.encoding === 'windows-1252' ? asWindows1252 : String;
  for await (const bytes of pieces) yield repaired(decoder.decode(bytes, { stream: true }));
  yield repaired(decoder.decode());
}

/** As much of a line as shows its place. */
const SHOWN = 24;

// Read once more with replacement characters, of which the first stands at the fault.
async function faultIn(
  { name, option }: NamedText,
  encoding: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Problem> {
  let where = name;
  for await (const { n, text } of linesOf(textsOf(pieces, new TextDecoder(encoding)))) {
    const column = text.indexOf('\uFFFD');
    if (column < 0) continue;
    const after = text.slice(Math.max(0, column - SHOWN), column);
    where += `, line ${n}, column ${column + 1}${after && ` (after "${after}")`}`;
    break;
  }
  return new Problem(
    `${where}: is not ${encoding.toUpperCase()}; save the file as UTF-8 ("CSV UTF-8" in Excel), or name its encoding, e.g. ${option} windows-1252.`,
  );
}

function decoderOf({ option }: NamedText, label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new Problem(
      `${option} ${label} is not an encoding known here; names are, for example, windows-1252, iso-8859-15, shift_jis and utf-16le.`,
      2,
    );
  }
}

async function isUtf8BeyondAscii(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isBeyond = false;
  try {
    for await (const bytes of pieces) {
      decoder.decode(bytes, { stream: true });
      isBeyond ||= !isAscii(bytes);
    }
    decoder.decode();
    return isBeyond;
  } catch {
    return false;
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
