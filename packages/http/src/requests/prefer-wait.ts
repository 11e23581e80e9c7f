/** `Prefer: wait=N` (RFC 7240): how long a caller would rather wait for an outcome than ask for it again. */

const MOST_SECONDS = 10;

// A list in one header or in several, which Node joins. An element ends at a comma that is not in quotes.
const elements = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",])+/g;
const namesWait = /^\s*wait\s*(?:[=;]|$)/i;
const wholeSeconds = /^\s*wait\s*=\s*("?)(\d+)\1\s*(?:;|$)/i;

/**
 * The whole seconds that the header asks to wait, from 1 to 10, to which more is cut; undefined if it asks for nothing
 * that can be understood. Of several `wait` the first counts.
 */
export function preferredWaitSeconds(prefer: string | readonly string[] | undefined): number | undefined {
  const asked = String(prefer ?? '')
    .match(elements)
    ?.find((element) => namesWait.test(element));
  const seconds = Number(asked?.match(wholeSeconds)?.[2] ?? 0);
  return seconds >= 1 ? Math.min(seconds, MOST_SECONDS) : undefined;
}
