/**
 * Reads what a language model said. A verdict counts only if it is whole: every criterion of the offer, in its order,
 * with a decision, and the result that follows from them. Anything else is no answer, because half a verdict would
 * refuse, or sell, a lead that nobody judged.
 */
import { onlyVisible, readJsonAnswer } from '@sluice/contracts';
import { comparableText } from '../text/comparable-text.js';

/** What the model decided about one criterion. */
export interface JudgedCriterion {
  readonly criterion: string;
  readonly met: boolean;
  /** Its words, at most {@link MODEL_WORDS} characters. */
  readonly why: string;
}

/** A whole verdict. */
export interface ModelVerdict {
  readonly qualified: boolean;
  /** Its words, at most {@link MODEL_WORDS} characters. */
  readonly reason: string;
  /** One for each criterion, in the order of the offer and in the offer's words. */
  readonly criteria: readonly JudgedCriterion[];
}

/** The maximum number of characters that are kept of each text of a model. */
export const MODEL_WORDS = 500;

/**
 * The verdict in a model's text; undefined if the text holds no whole one. It may stand in one code fence, and behind
 * the model's thoughts (`<think>…</think>`).
 */
export function readVerdict(text: string, criteria: readonly string[]): ModelVerdict | undefined {
  const places = [text, withoutFence(text), withoutFence(withoutThoughts(text))];
  const said = places.map(readJsonAnswer).find((read) => read !== undefined)?.value;
  return said && !Array.isArray(said) ? wholeVerdict({ ...said }, criteria) : undefined;
}

function wholeVerdict(
  said: Readonly<Record<string, unknown>>,
  criteria: readonly string[],
): ModelVerdict | undefined {
  const { qualified, reason, criteria: judged } = said;
  if (typeof qualified !== 'boolean' || typeof reason !== 'string') return undefined;
  if (!Array.isArray(judged) || judged.length !== criteria.length) return undefined;
  const read = judged.map((one, index) => criterionIn(one, criteria[index] ?? ''));
  const whole = read.filter((one) => one !== undefined);
  if (whole.length !== criteria.length) return undefined;
  if (qualified !== whole.every(({ met }) => met)) return undefined;
  return { qualified, reason: modelWords(reason), criteria: whole };
}

function criterionIn(one: unknown, criterion: string): JudgedCriterion | undefined {
  if (typeof one !== 'object' || one === null) return undefined;
  const { criterion: named, met, why } = one as Readonly<Record<string, unknown>>;
  if (typeof met !== 'boolean' || typeof why !== 'string' || typeof named !== 'string') return undefined;
  if (spelling(named) !== spelling(criterion)) return undefined;
  return { criterion, met, why: modelWords(why) };
}

// The opening mark of the thoughts is often part of the prompt, and not of the answer.
function withoutThoughts(text: string): string {
  return text.replace(/^[\s\S]*?<\/think>/i, '');
}

// `trim` drops a byte order mark too.
function withoutFence(text: string): string {
  const said = text.trim();
  return (/^(?:```|~~~)[a-z0-9]*\s*([\s\S]*?)(?:```|~~~)$/i.exec(said)?.[1] ?? said).trim();
}

function spelling(text: string): string {
  return comparableText(text).replace(/ +/g, ' ');
}

// One line without control characters, because it is shown in terminals and logs of operators too.
function modelWords(text: string): string {
  const line = onlyVisible(text.replace(/\s+/g, ' ')).trim();
  if (line.length <= MODEL_WORDS) return line;
  return `${line.slice(0, MODEL_WORDS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
