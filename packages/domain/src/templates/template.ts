/** Bodies written as Liquid templates. */
import type { Template } from 'liquidjs';
import { plainText, type BodySyntax } from './body-syntax.js';
import { createEngine, type TemplateEngine } from './template-engine.js';

/** A rendered body, or why there is none. */
export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  | { readonly kind: 'broken'; readonly because: string };

const maxCachedTemplates = 100;

/** An engine with the templates it has parsed: what a template does with a value depends on the engine. */
interface CachingEngine extends TemplateEngine {
  readonly parsed: Map<string, Template[]>;
}

const engines = new Map<BodySyntax, CachingEngine>();

function engineFor(syntax: BodySyntax): CachingEngine {
  let engine = engines.get(syntax);
  if (!engine) engines.set(syntax, (engine = { ...createEngine(syntax), parsed: new Map() }));
  return engine;
}

/**
 * Renders `template` with `values`. In a body that has a syntax, each value is escaped by itself, and the body has to
 * be readable. A broken template, an unknown filter, a body that cannot be read, or exceeding the limit on steps or on
 * output is a result, and the same one every time.
 */
export function renderTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  syntax: BodySyntax = plainText,
): Rendered {
  try {
    const engine = engineFor(syntax);
    const text = engine.render(parsed(engine, template), values);
    const because = syntax.problem(text);
    return because === undefined ? { kind: 'rendered', text } : { kind: 'broken', because };
  } catch (error) {
    return { kind: 'broken', because: error instanceof Error ? firstLine(error.message) : 'unknown' };
  }
}

function parsed(engine: CachingEngine, template: string): Template[] {
  const known = engine.parsed;
  let read = known.get(template);
  if (!read) {
    if (known.size >= maxCachedTemplates) known.clear();
    known.set(template, (read = engine.parse(template)));
  }
  return read;
}

// Further lines quote the template, which may contain credentials.
function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** Why a template cannot be parsed; undefined if it can. Checked when a template is configured. */
export function templateProblem(template: string): string | undefined {
  try {
    engineFor(plainText).parse(template);
    return undefined;
  } catch (error) {
    return `must be a Liquid template: ${error instanceof Error ? firstLine(error.message) : 'unknown syntax'}`;
  }
}

/**
 * The places at which a template reads something of the top-level value `root`: the names after it, or undefined where
 * one is not written out. Empty for a template that cannot be parsed.
 */
export function readsOf(template: string, root: string): readonly (readonly string[] | undefined)[] {
  if (!template.includes(root)) return [];
  try {
    const engine = engineFor(plainText);
    const places = engine.reads(parsed(engine, template), root);
    return places.map((path) =>
      path.every((part) => typeof part === 'string') ? path.slice(1).map(String) : undefined,
    );
  } catch {
    return [];
  }
}
