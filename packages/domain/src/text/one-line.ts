/** The text as one line: each run of line breaks and other control characters, which terminals obey, is a space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
