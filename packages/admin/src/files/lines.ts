/** Splits text into lines, whatever mixture of CR, LF and CRLF ends them. */

/** A line of a file. */
export interface Line {
  /** 1 for the first. */
  readonly n: number;
  /** Without its end. */
  readonly text: string;
  /** The line is longer than any row may be, and this is only its beginning. */
  readonly isCut?: true;
}

/** More characters than any row that a gateway accepts. */
const LONGEST = 1024 * 1024;
const SHOWN_OF_LONG = 200;

/** The lines of the text, the last one also without an end. Memory is bounded even if no line ends. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Line, void, undefined> {
  let n = 0;
  let begun = '';
  let isCut = false;
  const line = (text: string): Line => {
    const complete: Line = isCut ? { n: (n += 1), text: begun, isCut } : { n: (n += 1), text: begun + text };
    begun = '';
    isCut = false;
    return complete;
  };
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    // The line feed that belongs to the carriage return at the end of the chunk before.
    const text = isAfterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    isAfterReturn = chunk.endsWith('\r');
    const parts = text.split(/\r\n|\n|\r/);
    const rest = parts.pop() ?? '';
    for (const part of parts) yield line(part);
    if (!isCut) begun += rest;
    if (begun.length > LONGEST) {
      begun = begun.slice(0, SHOWN_OF_LONG);
      isCut = true;
    }
  }
  if (begun !== '' || isCut) yield line('');
}
