/**
 * What compiling a pattern costs, guessed from its text: the engine compiles before it can say how large the outcome is,
 * and a short text may stand for a large program.
 */

// Measured on the engine; a unit takes it some ten microseconds. Without regard to case, a range beyond
// ASCII is folded character by character.
const ofClass = 25;
const ofFoldedClass = 400;
const beyondAscii = /\\x\{|[^\0-\x7f]/;

/**
 * Answers about how many units a pattern costs to compile: its characters, each as often as counted repetitions say, and
 * what its classes cost. Never more than the truth by much; wrong syntax is the engine's to tell.
 */
export function patternWeight(pattern: string): number {
  const folded = /\(\?[a-zA-Z]*i/.test(pattern);
  // Sums of the groups that are open, the outermost first; `last` is what a repetition would repeat.
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
