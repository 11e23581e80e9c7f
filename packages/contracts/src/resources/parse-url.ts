/** Reading a URL without an exception; `URL.parse` is younger than the oldest Node.js we support. */

/** Answers the parsed absolute http or https URL, or nothing for any other text. */
export function parseHttpUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}
