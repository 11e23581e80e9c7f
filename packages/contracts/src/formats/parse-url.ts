/** Parses a URL without an exception; `URL.parse` is newer than the oldest Node.js we support. */

/** Returns the parsed absolute http or https URL; undefined for any other text. */
export function parseHttpUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}
