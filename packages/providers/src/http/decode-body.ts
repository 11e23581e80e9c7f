/**
 * Turns the bytes of an answer into text, by the charset that the answer declares. No character is ever replaced
 * silently: bytes that are not in the declared charset, nor in UTF-8 if none is declared, are read as Windows-1252, in
 * which every byte is a character.
 */
import { asWindows1252 } from '@sluice/contracts';

/** The bytes of a body, and what is known of them. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  /** The header `Content-Type`. */
  readonly contentType: string;
  /** Whether more bytes followed: then the last character may be cut in two, and is left out. */
  readonly isCut: boolean;
}

/** The text of a body, without its byte order mark. */
export function decodeBody({ bytes, contentType, isCut }: BodyBytes): string {
  const charset = markedCharset(bytes) ?? declaredCharset(contentType) ?? charsetOfContent(bytes);
  if (charset !== windows1252) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: isCut });
    } catch {
      // Not what it claims to be.
    }
  }
  return asWindows1252(Buffer.from(bytes).toString('latin1'));
}

const windows1252 = 'windows-1252';

// A byte order mark outranks every declaration.
function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function declaredCharset(contentType: string): string | undefined {
  const label = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
  return label === undefined ? undefined : knownCharset(label);
}

const longestXmlDeclaration = 200;

/** What the content itself says: its XML declaration, or the zeros of UTF-16 beside ASCII characters. */
function charsetOfContent(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first !== undefined && second === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  const start = Buffer.from(bytes.subarray(0, longestXmlDeclaration)).toString('latin1');
  const label = /^\s*<\?xml\b[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1];
  const charset = (label === undefined ? undefined : knownCharset(label)) ?? 'utf-8';
  // A declaration that could be read as ASCII is not in UTF-16, although some programs write so.
  return charset.startsWith('utf-16') ? 'utf-8' : charset;
}

/** The name of a charset by one of its labels; undefined for a label that nobody knows. */
function knownCharset(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
