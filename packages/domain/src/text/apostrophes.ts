/** Apostrophes, whichever key or correction wrote them. */

// The curly one, the letter, the backtick; and what else stands on keyboards where others have an apostrophe.
const others = String.raw`\u2019\u02bc\u0060\u2018\u02bb\u00b4\u2032\uff07`;
const spelled = new RegExp(`[${others}]`, 'g');

/** The part of a pattern that finds one apostrophe in any of its spellings. */
export const anyApostrophe = `['${others}]`;

/** The text with each apostrophe as `'` (U+0027). */
export function plainApostrophes(text: string): string {
  return text.replace(spelled, "'");
}
