/**
 * Decodes the bytes of a file, piece by piece, and refuses what is not in its encoding: nothing becomes a replacement
 * character. It counts lines, because a person has to find the place.
 */
import { asWindows1252 } from '@sluice/contracts';
import { TextDecoder } from 'node:util';
import { Problem } from '@sluice/local';

/** Bytes that are not in the encoding of the file. */
export class UndecodableError extends Error {
  constructor(
    readonly line: number,
    readonly column: number,
    /** The readable end of the line before the fault. */
    readonly after: string,
  ) {
    super('not in its encoding');
  }
}

/** As much of a line as shows its place. */
const SHOWN = 24;

/** Decodes one file. The byte order mark is dropped. */
export class StrictDecoder {
  readonly encoding: string;
  readonly #decoder: TextDecoder;
  // Stays one piece behind, so that a piece with a fault can be decoded again byte by byte.
  readonly #behind: TextDecoder;
  #piece: Uint8Array = new Uint8Array();
  #place: Place = { line: 1, column: 1, shown: '', afterReturn: false };

  /** `option` is how a person names the encoding. @throws Problem for an encoding that is not known */
  constructor(label: string, option = '--encoding') {
    this.#decoder = decoderOf(label, option);
    this.#behind = decoderOf(label, option);
    this.encoding = this.#decoder.encoding;
  }

  /** The text of the next bytes. A character that they begin comes with the bytes after them. @throws UndecodableError */
  decode(bytes: Uint8Array): string {
    this.#behind.decode(this.#piece, { stream: true });
    this.#piece = bytes;
    return this.#advance(() => this.#decoder.decode(bytes, { stream: true }));
  }

  /** The text that was left over. @throws UndecodableError if a character is incomplete */
  end(): string {
    return this.#advance(() => this.#decoder.decode());
  }

  #advance(decode: () => string): string {
    let text: string;
    try {
      text = repaired(this.encoding, decode());
    } catch {
      throw this.#fault();
    }
    this.#place = placeAfter(this.#place, text);
    return text;
  }

  #fault(): UndecodableError {
    let readable = '';
    try {
      for (const byte of this.#piece) {
        readable += repaired(this.encoding, this.#behind.decode(Uint8Array.of(byte), { stream: true }));
      }
      // The whole piece is readable: the file ends within a character, and the piece has been counted already.
      readable = '';
    } catch {
      // Here it is.
    }
    const { line, column, shown } = placeAfter(this.#place, readable);
    return new UndecodableError(line, column, shown);
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly shown: string;
  /** The text ended with a carriage return, to which a line feed may belong. */
  readonly afterReturn: boolean;
}

function placeAfter(place: Place, text: string): Place {
  if (text === '') return place;
  let { line } = place;
  let lineStart = -1;
  for (const { index, 0: ending } of text.matchAll(/\r\n?|\n/g)) {
    if (!(index === 0 && ending === '\n' && place.afterReturn)) line += 1;
    lineStart = index + ending.length;
  }
  const rest = text.slice(Math.max(lineStart, 0));
  const begun = lineStart < 0;
  return {
    line,
    column: (begun ? place.column : 1) + rest.length,
    shown: ((begun ? place.shown : '') + rest.slice(-SHOWN)).slice(-SHOWN),
    afterReturn: text.endsWith('\r'),
  };
}

function decoderOf(label: string, option: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new Problem(
      `${option} ${label} is not an encoding known here; names are, for example, windows-1252, iso-8859-15, shift_jis and utf-16le.`,
      2,
    );
  }
}

function repaired(encoding: string, text: string): string {
  return encoding === 'windows-1252' ? asWindows1252(text) : text;
}
