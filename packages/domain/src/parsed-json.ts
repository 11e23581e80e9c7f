/** What others answer is believed only after it was read. */

/** The value that a JSON text stands for; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
