/**
 * Estimates the cost of compiling a pattern from its text. The engine must compile before it can report the size of the
 * result, and a short text may yield a large program.
 */

// Measured on the engine, where one unit takes about ten microseconds. When case is ignored, a range beyond ASCII is
// folded character by character.
const ofClass = 25;
const ofFoldedClass = 400;
const beyondAscii = /\\x\{|[^\0-\x7f]/;

/**
 * Returns approximately how many units a pattern costs to compile: its characters, multiplied by counted repetitions,
 * plus the cost of its classes. Never much more than the true cost. Invalid syntax is left to the engine.
 */
export function patternWeight(pattern: string): number {
  const folded = /\(\?[a-zA-Z]*i/.test(pattern);
  // The sums of the open groups, outermost first; `last` is what a repetition would repeat.
  const open = [0];
  let last = 0;
  let classes = 0;
  const add = (weight: number) => {
    open.push((open.pop() ?? 0) + weight);
    last = weight;
  };
  const token =
    /\\[pP](?:\{[^}]*\}|.)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]?|\{(\d{1,4})(?:,(\d{0,4}))?\}|[()]|[^]/gsu;
  for (const [text, least, most] of pattern.matchAll(token)) {
    if (least !== undefined)
      add(last * Math.max(0, Number(most === undefined || most === '' ? least : most) - 1));
    else if (text === '(') open.push(0);
    else if (text === ')') add(open.length > 1 ? (open.pop() ?? 0) : 0);
    else add(1);
    if (text.startsWith('[')) classes += folded && beyondAscii.test(text) ? ofFoldedClass : ofClass;
    else if (/^\\[pP]/.test(text)) classes += ofClass;
  }
  return pattern.length + classes + open.reduce((sum, weight) => sum + weight, 0);
}
