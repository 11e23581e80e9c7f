/**
 * Tenants' regular expressions, run by an engine whose time grows linearly with the text, so that no pattern can stall
 * a worker. The engine supports neither backreferences nor lookaround. Linear time has a factor, the size of the
 * compiled pattern. That size is bounded, and so is the total work of the patterns in one decision.
 */
import { RE2JS } from 're2js';

/** The maximum size of a compiled pattern, in instructions of the engine; `a{0,200}` has about 400. */
const maxInstructions = 500;
const maxTextLength = 5_000;
const maxCachedPatterns = 500;

/**
 * The maximum work of all patterns in one decision: instructions times characters, of which the engine does about a
 * hundred per microsecond. Enough for fifty ordinary patterns on a thousand characters each.
 */
const maxWork = 5_000_000;

/** The work that remains for the patterns of one decision. */
export interface PatternWork {
  left: number;
}

const works = new WeakMap<object, PatternWork>();

/** The remaining work for `decision`, which is the facts of a lead or the answer of a buyer. */
export function patternWorkOf(decision: object): PatternWork {
  let work = works.get(decision);
  if (!work) works.set(decision, (work = { left: maxWork }));
  return work;
}

/** Why a pattern does not compile or is too large; undefined if it is valid. Checked when a pattern is configured. */
export function patternProblem(pattern: string): string | undefined {
  try {
    const size = RE2JS.compile(pattern).programSize();
    if (size <= maxInstructions) return undefined;
    return `must be a simpler pattern: it compiles to ${size} instructions, at most ${maxInstructions} are run`;
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unknown syntax';
    return `must be a pattern in RE2 syntax: ${reason}`;
  }
}

/**
 * Whether a pattern is found anywhere in a text; a text of more than 5,000 characters matches nothing. Undefined if the
 * pattern is invalid or `work` is used up.
 */
export function patternFound(
  pattern: string,
  text: string,
  work: PatternWork = { left: maxWork },
): boolean | undefined {
  return judged(pattern, text, work, (engine) => engine.test(text));
}

/**
 * Whether a pattern covers the whole text; a text of more than 5,000 characters matches nothing. Undefined if the
 * pattern is invalid or `work` is used up.
 */
export function patternCovers(
  pattern: string,
  text: string,
  work: PatternWork = { left: maxWork },
): boolean | undefined {
  return judged(pattern, text, work, (engine) => engine.testExact(text));
}

/**
 * What the first group of a pattern matches in a text; undefined if the pattern is not found there, its group took no
 * part, the pattern is invalid, or `work` is used up. A text of more than 5,000 characters matches nothing.
 */
export function patternTakes(
  pattern: string,
  text: string,
  work: PatternWork = { left: maxWork },
): string | undefined {
  const taken = judged(pattern, text, work, (engine) => {
    const matcher = engine.matcher(text);
    return matcher.find() && matcher.group(1);
  });
  return typeof taken === 'string' ? taken : undefined;
}

function judged<Verdict>(
  pattern: string,
  text: string,
  work: PatternWork,
  judge: (engine: RE2JS) => Verdict,
): Verdict | false | undefined {
  const engine = engineFor(pattern);
  if (!engine) return undefined;
  if (text.length > maxTextLength) return false;
  work.left -= engine.programSize() * (text.length + 1);
  return work.left < 0 ? undefined : judge(engine);
}

function engineFor(pattern: string): RE2JS | undefined {
  if (!compiled.has(pattern)) {
    // There are few patterns and they rarely change, so clearing the cache now and then is cheaper than tracking use.
    if (compiled.size >= maxCachedPatterns) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  return compiled.get(pattern);
}

const compiled = new Map<string, RE2JS | undefined>();

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
