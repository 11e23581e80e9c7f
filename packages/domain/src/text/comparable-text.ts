/**
 * Texts as conditions, dedupe fields and search compare them: what looks the same is the same. Only for comparing; what
 * is stored and sent stays as it came.
 */
import { onlyVisible } from '@sluice/contracts';
import { domainToUnicode } from 'node:url';
import { plainApostrophes } from './apostrophes.js';

// Almost every compared text is of this kind and needs no more than a lower case.
const plainAscii = /^[\x20-\x7e]*$/;
// Tabs and line ends are controls, but they separate words as a space does.
const otherSpace = /[\t-\r]|(?! )\p{Z}/gu;
const asciiLabel = /xn--[a-z0-9-]+/g;

/**
 * A text for comparison: lower case, NFC, without invisible characters and outer white space, each white-space character
 * as a space, every apostrophe as `'`, labels of internet domains decoded (`xn--bcher-kva.example` is `bücher.example`).
 */
export function comparableText(text: string): string {
  const lower = plainApostrophes(visibleText(text).toLowerCase());
  const composed = plainAscii.test(lower) ? lower : lower.normalize('NFC');
  return composed.includes('xn--') ? composed.replace(asciiLabel, decoded) : composed;
}

/** A text as patterns and length rules read it: as {@link comparableText}, but in its own case, apostrophes and labels as they are. */
export function visibleText(text: string): string {
  if (plainAscii.test(text)) return text.trim();
  return onlyVisible(text.replace(otherSpace, ' ')).trim().normalize('NFC');
}

function decoded(label: string): string {
  return domainToUnicode(label) || label;
}
