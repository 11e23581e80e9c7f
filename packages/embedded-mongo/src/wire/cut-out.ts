/** Shortens a wire message in place. */

/** A range of bytes to remove: `[start, end)`. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * Removes ranges from the command document at `documentAt` and corrects the lengths of document and message. It
 * allocates nothing: each cut moves the shorter side of the message, so a large insert costs no more than a small one.
 * The memory of `message` is changed; use only the returned view of it.
 * @param cuts in ascending order, without overlap.
 */
export function cutOut(message: Buffer, documentAt: number, cuts: readonly Cut[]): Buffer {
  if (cuts.length === 0) return message;
  let start = 0;
  let end = message.length;
  let movedLeftBytes = 0;
  let cutBytes = 0;
  for (const cut of cuts) {
    const from = cut.start - movedLeftBytes;
    const to = cut.end - movedLeftBytes;
    const bytes = to - from;
    if (from - start <= end - to) {
      message.copyWithin(start + bytes, start, from);
      start += bytes;
    } else {
      message.copyWithin(from, to, end);
      end -= bytes;
      movedLeftBytes += bytes;
    }
    cutBytes += bytes;
  }
  const result = message.subarray(start, end);
  result.writeInt32LE(result.length, 0);
  result.writeInt32LE(result.readInt32LE(documentAt) - cutBytes, documentAt);
  return result;
}
