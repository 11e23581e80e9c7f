/**
 * Tenants' regular expressions, on an engine whose time grows linearly with the text: no pattern can stall a worker.
 * The engine knows neither backreferences nor lookaround.
 */
import { RE2JS } from 're2js';

// Linear time still has a factor that a hostile pattern drives up, so the text is bounded as well.
const maxTextLength = 5_000;
const rememberedPatterns = 500;

const compiled = new Map<string, RE2JS | undefined>();

/** Says why a pattern does not compile, or nothing when it does; for the moment a pattern is written. */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unknown syntax';
    return `must be a pattern in RE2 syntax: ${reason}`;
  }
}

/** Whether a pattern is found anywhere in a text; text over 5,000 characters matches nothing. Undefined: not a pattern. */
export function patternFound(pattern: string, text: string): boolean | undefined {
  const engine = engineFor(pattern);
  return engine && text.length <= maxTextLength ? engine.test(text) : engine && false;
}

/** Whether a pattern covers a whole text; text over 5,000 characters matches nothing. Undefined: not a pattern. */
export function patternCovers(pattern: string, text: string): boolean | undefined {
  const engine = engineFor(pattern);
  return engine && text.length <= maxTextLength ? engine.testExact(text) : engine && false;
}

function engineFor(pattern: string): RE2JS | undefined {
  if (!compiled.has(pattern)) {
    // Patterns are few and change rarely; starting over now and then is cheaper than keeping order.
    if (compiled.size >= rememberedPatterns) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  return compiled.get(pattern);
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
