/** Headers of a mail. */
import { oneLine } from '../text/one-line.js';

const LONGEST_HEADER = 200;
// A character outside the first plane takes two units, and half of one would arrive as U+FFFD.
const halfCharacter = /[\uD800-\uDBFF]$/;

/** An operator's text as part of a header: one line, and not too long. */
export function headerText(value: string): string {
  return oneLine(value).trim().slice(0, LONGEST_HEADER).replace(halfCharacter, '');
}
