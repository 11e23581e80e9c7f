/** Where a text stops being JSON. Engines say it differently, if at all, and quote the text, which may be personal data. */
import { parse } from 'lossless-json';

/** What is wrong at a place, without a word of the text; line and column count from 1. */
export interface JsonFault {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

/** The first fault of a text; undefined if it is JSON, or nests too deeply for the parser to follow. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    parse(text, null, { parseNumber: String, onDuplicateKey: ({ newValue }) => newValue });
    return undefined;
  } catch (error) {
    const [, problem, position] = /^(.*) at position (\d+)$/s.exec((error as Error).message) ?? [];
    if (problem === undefined) return undefined;
    const before = text.slice(0, Number(position)).split(/\r\n|\n|\r/);
    return {
      problem: withoutText(problem),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  }
}

// The parser names the character that it expects, and then quotes what it found.
function withoutText(problem: string): string {
  const expected = problem.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  return expected.replace(/ but (?:got|reached).*$/s, '').replace(/^(invalid [a-z ]*) '.*'/s, '$1');
}
