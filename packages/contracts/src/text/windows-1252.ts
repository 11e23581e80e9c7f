/** Windows-1252, which some versions of Node.js decode as Latin-1. */

// The two differ in these 32 characters, of which five are controls in both.
const from0x80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The characters of Windows-1252 in place of the controls that its bytes are in Latin-1. Repeatable. */
export function asWindows1252(latin1: string): string {
  return latin1.replace(/[\u0080-\u009f]/g, (control) => from0x80.charAt(control.charCodeAt(0) - 0x80));
}
