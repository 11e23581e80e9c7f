/** Values of a lead as lines of text that people and systems read. */

const breaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** A line `name: value`. Neither can look like a line of its own: only its first line begins at the margin. */
export function textLine(name: string, value: string): string {
  return `${name.replace(breaks, ' ')}: ${value.replace(breaks, '\n  ')}`;
}
