/**
 * Reads the JSON of other systems without changing its numbers. An identifier such as 23851234567890123 has more digits
 * than a JavaScript number holds, and `1.10` would come back as 1.1.
 */
import { parse, stringify } from 'lossless-json';

/**
 * A number that JavaScript would write in another way than it stood in the JSON. It has no members that could be taken
 * for data.
 */
export class WrittenNumber {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  /** The number exactly as it was written, e.g. `1.10` or `23851234567890123`. */
  toString(): string {
    return this.#digits;
  }

  /** The nearest number that JavaScript has. */
  toJSON(): number {
    return Number(this.#digits);
  }
}

/**
 * Returns the value of a JSON text; undefined if the text is not JSON. Numbers that would not come back as they were
 * written are {@link WrittenNumber}s. Of a repeated key the last value counts.
 */
export function readJson(text: string): { readonly value: unknown } | undefined {
  const plain = parsed(text);
  if (!plain || !mayChange.test(text)) return plain;
  try {
    return {
      value: parse(text, null, { parseNumber: asWritten, onDuplicateKey: ({ newValue }) => newValue }),
    };
  } catch {
    // Only a nesting that the other parser cannot follow ends here.
    return plain;
  }
}

/**
 * Returns the object or list that is the JSON of an answer, or that stands in a text which is that JSON, because some
 * servers encode their answer twice; undefined for any other text, whether or not it is JSON.
 */
export function readJsonAnswer(text: string): { readonly value: object } | undefined {
  const read = readJson(text)?.value;
  const value = typeof read === 'string' ? readJson(read.replace(/^\uFEFF/, ''))?.value : read;
  return typeof value === 'object' && value !== null && !isWritten(value) ? { value } : undefined;
}

/** The JSON text of a value as {@link readJson} returns it, with its numbers as they were written. */
export function jsonText(value: unknown): string {
  if (value instanceof WrittenNumber) return value.toString();
  try {
    return stringify(value, null, undefined, [{ test: isWritten, stringify: String }]) ?? '';
  } catch {
    // Nested too deeply to be written.
    return '';
  }
}

function isWritten(value: unknown): value is WrittenNumber {
  return value instanceof WrittenNumber;
}

// A fraction, an exponent, as many digits as may be too many, or a zero with a sign; also found in texts, which only
// costs a slower reading.
const mayChange = /\d[.eE]\d|\d[eE][+-]|\d{16}|-0/;

function asWritten(digits: string): number | WrittenNumber {
  const number = Number(digits);
  return String(number) === digits ? number : new WrittenNumber(digits);
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
