/** Characters as wide as a Chinese one, which keyboards for Chinese, Japanese and Korean produce for ASCII. */

const fullWidth = /[\uff01-\uff5e]/g;
const distanceToAscii = 0xff01 - 0x21;

/** Replaces full-width letters, digits and signs by those of ASCII. */
export function withoutFullWidth(text: string): string {
  return text.replace(fullWidth, (wide) => String.fromCharCode(wide.charCodeAt(0) - distanceToAscii));
}
