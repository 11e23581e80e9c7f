/**
 * A value percent-encoded for a path or a query, so that it cannot change the host or add a parameter. Dots alone are left
 * out, because a path would go up by them.
 */
export function encodedInUrl(value: string): string {
  return /^\.*$/.test(value) ? '' : encodeURIComponent(wellFormed(value));
}

/** What a percent-encoded value stands for; the value itself if it is not encoded. */
export function decodedFromUrl(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The text without halves of characters, which cannot be encoded. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
