/**
 * The bytes of a body as the text that its sender wrote. Text in another encoding than it says is refused: a character
 * that was replaced here would reach a buyer.
 */
import { ApiError, decodeText } from '@sluice/contracts';
import { parse as parseContentType } from 'content-type';

const utf8 = /^['\s]*utf-?8['\s]*$/i;

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE if a `Content-Type` declares a charset that is not UTF-8 */
export function refuseOtherCharset(contentType: string | undefined): void {
  // Most senders declare none, and pay for no parsing.
  if (contentType === undefined || !contentType.includes(';')) return;
  const { charset = '' } = parseContentType(contentType).parameters;
  if (charset === '' || utf8.test(charset)) return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { message: 'The charset of a body must be UTF-8' });
}

/**
 * Decodes UTF-8, or UTF-16 that begins with its byte order mark; the mark is dropped.
 * @throws ApiError VALIDATION_ERROR for bytes that are neither
 */
export function bodyText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === undefined) throw notUtf8();
  return text;
}

/**
 * The same for a form, whose characters are mostly written as escapes of their bytes.
 * @throws ApiError VALIDATION_ERROR for bytes, or escapes of bytes, that are not UTF-8
 */
export function formText(bytes: Uint8Array): string {
  const form = bodyText(bytes);
  if (!escapesAreUtf8(form)) throw notUtf8();
  return form;
}

// A percent sign that begins no escape stands for itself, so only whole escapes are tried.
function escapesAreUtf8(form: string): boolean {
  try {
    for (const [escapes] of form.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
    return true;
  } catch {
    return false;
  }
}

function notUtf8(): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: ['body: is not UTF-8'] });
}
