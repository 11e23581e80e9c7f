/**
 * Characters that nobody sees: zero-width spaces and joiners, direction marks, soft hyphens, controls. They come along
 * when a value is copied from a page, and would make one person two.
 */

// Tabs and line ends are controls too, but they separate words as a space does.
const invisible = /\p{Cf}|(?![\t-\r])\p{Cc}/gu;
const showsNothing = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;
const visibleAtEnd = /[^\s\p{Cf}\p{Cc}]/u;
// Fillers and empty patterns are letters and symbols by category, and still show nothing.
const somethingToSee = /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}]/u;

/** Drops the invisible characters (Unicode Cf and Cc) anywhere in a text; white space stays. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/**
 * Drops everything that shows nothing and separates nothing: invisible characters, tabs and line ends, fillers. For
 * values that are one word, such as an email address.
 */
export function onlyVisible(text: string): string {
  return text.replace(showsNothing, '');
}

/** Drops white space and invisible characters at both ends of a text. */
export function trimInvisible(text: string): string {
  const start = text.search(visibleAtEnd);
  if (start < 0) return '';
  let end = text.length;
  // Characters outside the first plane take two units; no such character is cut, because both its halves are read.
  for (;;) {
    const last = text.codePointAt(end - 2) ?? 0;
    const width = end - 2 >= start && last > 0xffff ? 2 : 1;
    if (visibleAtEnd.test(text.slice(end - width, end))) return text.slice(start, end);
    end -= width;
  }
}

/** Whether anything in a text can be seen. */
export function hasVisible(text: string): boolean {
  return somethingToSee.test(text);
}
