/**
 * Bodies written as Liquid templates. A template sees the lead and nothing else, and may not take long: every step of
 * it, every filter and every character that it writes is counted.
 */
import { Context, Liquid, filters, toValue, type Emitter, type Template } from 'liquidjs';

/** A rendered body, or why there is none. */
export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  | { readonly kind: 'broken'; readonly because: string };

/** The longest template, in characters; what reads endpoints holds every text to this. */
const maxTemplateLength = 20_000;
/** Characters and list items that a rendering may make, its outcome among them. */
const maxMade = 500_000;
/** Processor time of one rendering. The first of a process takes several times as long as the next ones. */
const maxRenderMs = 60;
const maxCachedTemplates = 100;

const options = {
  ownPropertyOnly: true,
  strictFilters: true,
  // Else a date would be written as the clock of the worker's machine shows it.
  timezoneOffset: 0,
  // Templates by name come from this empty map, never from the file system.
  templates: {},
  parseLimit: maxTemplateLength,
  memoryLimit: maxMade,
};

const engine = createEngine();

function createEngine(): Liquid {
  const liquid = new Liquid(options);
  // What a block captures is written as a body is, and counts as much.
  const { renderer } = liquid;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, ctx, emitter = countingEmitter(ctx)) =>
    renderTemplates(templates, ctx, emitter);
  // A filter may hold an expression with filters of its own, so a single step can be a whole program.
  for (const [name, filter] of Object.entries(filters)) {
    const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter;
    liquid.registerFilter(name, {
      raw: raw ?? false,
      handler(value: unknown, ...args: unknown[]) {
        this.context.renderLimit.check(1);
        if (Array.isArray(value)) this.context.memoryLimit.use(value.length);
        return handler.apply(this, [value, ...args] as Parameters<typeof handler>) as unknown;
      },
    });
  }
  return liquid;
}

function countingEmitter({ memoryLimit }: Context): Emitter {
  return {
    buffer: '',
    write(html: unknown) {
      const text = textOf(html);
      memoryLimit.use(text.length);
      this.buffer += text;
    },
  };
}

// As the engine itself writes values: lists without commas, nothing for what is not there.
function textOf(written: unknown): string {
  const value: unknown = toValue(written);
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  // What has no text of its own is written as the language writes it.
  return `${value as string}`;
}

/** A rendering was given up for its time, which says nothing certain about the template: it is worth another try. */
export class TemplateTooSlowError extends Error {
  override readonly name = 'TemplateTooSlowError';
}

// The engine's own limit looks at the clock, which goes on while other processes run.
function limitProcessorTime(context: Context): () => boolean {
  const start = process.cpuUsage();
  let isOver = false;
  context.renderLimit.check = () => {
    isOver ||= process.cpuUsage(start).user > maxRenderMs * 1_000;
    if (isOver) throw new Error('template render limit exceeded');
  };
  return () => isOver;
}

/**
 * Renders `template` over `values`. A broken template, an unknown filter or too much that is made is an outcome.
 * @throws TemplateTooSlowError after 60 ms of the processor
 */
export function renderTemplate(template: string, values: Readonly<Record<string, unknown>>): Rendered {
  let isTooSlow = () => false;
  try {
    const templates = parsed(template);
    const context = new Context(values, engine.options, { sync: true }, { liquid: engine });
    isTooSlow = limitProcessorTime(context);
    return { kind: 'rendered', text: String(engine.renderSync(templates, context)) };
  } catch (error) {
    if (isTooSlow()) throw new TemplateTooSlowError(`a template took longer than ${maxRenderMs} ms`);
    return { kind: 'broken', because: error instanceof Error ? firstLine(error.message) : 'unknown' };
  }
}

const known = new Map<string, Template[]>();

function parsed(template: string): Template[] {
  let read = known.get(template);
  if (!read) {
    if (known.size >= maxCachedTemplates) known.clear();
    known.set(template, (read = engine.parse(template)));
  }
  return read;
}

// Further lines quote the template, which may hold credentials.
function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** Says why a template cannot be read, or nothing when it can; for the moment a template is written. */
export function templateProblem(template: string): string | undefined {
  try {
    engine.parse(template);
    return undefined;
  } catch (error) {
    return `must be a Liquid template: ${error instanceof Error ? firstLine(error.message) : 'unknown syntax'}`;
  }
}
