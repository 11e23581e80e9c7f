/**
 * Reads bytes from outside as text. Whatever is not what it says it is, is refused: a character that cannot be read must
 * never be replaced silently, because the lead would reach the buyer with another name.
 */

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes UTF-8, or UTF-16 that begins with a byte order mark; the mark is dropped. Undefined for bytes that are neither.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const decoder = utf16DecoderOf(bytes) ?? strictUtf8;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function utf16DecoderOf([first, second]: Uint8Array): typeof strictUtf8 | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return undefined;
}
