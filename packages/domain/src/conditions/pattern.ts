/**
 * Tenants' regular expressions, on an engine whose time grows linearly with the text: no pattern can stall a worker.
 * The engine knows neither backreferences nor lookaround. Linear time still has a factor, the size of the compiled
 * pattern; so that is bounded, and so is what the patterns of one decision may do together.
 */
import { RE2JS } from 're2js';

/** The largest compiled pattern that may be written, in instructions of the engine; `a{0,200}` has some 400. */
const maxInstructions = 500;
const maxTextLength = 5_000;
const maxCachedPatterns = 500;

/**
 * What the patterns of one decision may do together: instructions times characters, of which the engine does some
 * hundred a microsecond. Enough for fifty patterns of usual size on a thousand characters each.
 */
const maxWork = 5_000_000;

/** What is left of the work that the patterns of one decision may do. */
export interface PatternWork {
  left: number;
}

const works = new WeakMap<object, PatternWork>();

/** The work that is left for `decision`: the facts that a lead is judged on, or the answer that is read. */
export function patternWorkOf(decision: object): PatternWork {
  let work = works.get(decision);
  if (!work) works.set(decision, (work = { left: maxWork }));
  return work;
}

/** Says why a pattern does not compile or is too large, or nothing; for the moment a pattern is written. */
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
 * Whether a pattern is found anywhere in a text; text over 5,000 characters matches nothing. Undefined: not a pattern, or
 * `work` is spent.
 */
export function patternFound(
  pattern: string,
  text: string,
  work: PatternWork = { left: maxWork },
): boolean | undefined {
  return judged(pattern, text, work, (engine) => engine.test(text));
}

/**
 * Whether a pattern covers a whole text; text over 5,000 characters matches nothing. Undefined: not a pattern, or
 * `work` is spent.
 */
export function patternCovers(
  pattern: string,
  text: string,
  work: PatternWork = { left: maxWork },
): boolean | undefined {
  return judged(pattern, text, work, (engine) => engine.testExact(text));
}

function judged(
  pattern: string,
  text: string,
  work: PatternWork,
  judge: (engine: RE2JS) => boolean,
): boolean | undefined {
  const engine = engineFor(pattern);
  if (!engine) return undefined;
  if (text.length > maxTextLength) return false;
  work.left -= engine.programSize() * (text.length + 1);
  return work.left < 0 ? undefined : judge(engine);
}

function engineFor(pattern: string): RE2JS | undefined {
  if (!compiled.has(pattern)) {
    // Patterns are few and change rarely; starting over now and then is cheaper than keeping order.
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
