/**
 * Reads what a language model said. A verdict counts only if it is whole: every criterion of the offer, in its order,
 * with a decision, and the result that follows from them. Anything else is no answer, because half a verdict would
 * refuse, or sell, a lead that nobody judged.
 */
import { onlyVisible } from '@sluice/contracts';
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

/** The verdict in a model's text; undefined if the text holds no whole one. */
export function readVerdict(text: string, criteria: readonly string[]): ModelVerdict | undefined {
  const said = objectIn(text);
  if (!said) return undefined;
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

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
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
