/**
 * Bodies written as Liquid templates. A template sees the lead and nothing else, and may not take long: every step of
 * it and every character that it makes is counted. No clock is read, so a template renders on a slow machine if it does
 * on a fast one.
 */
import {
  Context,
  Liquid,
  Parser,
  TokenKind,
  filters,
  toValue,
  type Emitter,
  type Template,
  type TopLevelToken,
} from 'liquidjs';

/** A rendered body, or why there is none. */
export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  | { readonly kind: 'broken'; readonly because: string };

/** The longest template, in characters; what reads endpoints holds every text to this. */
const maxTemplateLength = 20_000;
/** Characters and list items that a rendering may make, its outcome among them. */
const maxMade = 500_000;
/**
 * Steps of a rendering. A tag or an output takes as many as it has characters, which bounds what it evaluates, and some
 * more by {@link stepsOf}. All of them together last some tens of milliseconds.
 */
const maxSteps = 200_000;
/** What takes steps beside the characters of tags and outputs. */
const stepsOf = { node: 20, block: 20, filter: 20, dateFilter: 200, filteredItem: 10, readItem: 2 } as const;
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

/** Parses as the engine does, and lets every node count its steps when it is rendered. */
class CountingParser extends Parser {
  /** How many characters belong to the nodes inside the one that is being parsed. */
  #inside = 0;

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    const outside = this.#inside;
    const lastEnd = rest.at(-1)?.end ?? token.end;
    this.#inside = 0;
    const node = super.parseToken(token, rest);
    // A block has taken from the rest what belongs to it: nodes inside, which count for themselves, and its `when`s and
    // `elsif`s, which do not.
    const taken = (rest[0]?.begin ?? lastEnd) - token.begin;
    countWhenRendered(node, token.kind === TokenKind.HTML ? 0 : taken - this.#inside);
    this.#inside = outside + taken;
    return node;
  }
}

function countWhenRendered(node: Template, characters: number): void {
  const render = node.render.bind(node);
  node.render = (context, emitter) => {
    context.renderLimit.use(stepsOf.node + characters);
    return render(context, emitter) as unknown;
  };
}

const engine = createEngine();

function createEngine(): Liquid {
  const liquid = new Liquid(options);
  // What a block captures is written as a body is, and counts as much.
  const { renderer } = liquid;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, ctx, emitter = countingEmitter(ctx)) => {
    ctx.renderLimit.use(stepsOf.block);
    return renderTemplates(templates, ctx, emitter);
  };
  for (const [name, filter] of Object.entries(filters)) {
    const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter;
    liquid.registerFilter(name, {
      raw: raw ?? false,
      handler(value: unknown, ...args: unknown[]) {
        const { memoryLimit, renderLimit } = this.context;
        const items = Array.isArray(value) ? value.length : 0;
        memoryLimit.use(items);
        renderLimit.use(name.startsWith('date') ? stepsOf.dateFilter : stepsOf.filter);
        // A text may be a path or an expression that is read for every item.
        const texts = args.reduce<number>((sum, arg) => sum + (typeof arg === 'string' ? arg.length : 0), 0);
        renderLimit.use(items * stepsOf.filteredItem + Math.max(1, items) * texts);
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

/** What one rendering has, and how much of it is left. */
class CountingContext extends Context {
  constructor(values: Readonly<Record<string, unknown>>) {
    super(values, engine.options, { sync: true }, { liquid: engine });
    let taken = 0;
    // The engine's own limit looks at the clock, which goes on while other processes run.
    this.renderLimit.check = () => undefined;
    this.renderLimit.use = (steps) => {
      taken += steps;
      if (taken > maxSteps) throw new Error('template render limit exceeded');
    };
  }

  // Whatever is done with a list looks at its items, so reading it takes steps for each.
  override readProperty(...from: Parameters<Context['readProperty']>): unknown {
    const value: unknown = super.readProperty(...from);
    if (Array.isArray(value)) this.renderLimit.use(stepsOf.readItem * itemsIn(value));
    return value;
  }
}

function itemsIn(list: readonly unknown[]): number {
  return list.reduce<number>((sum, item) => sum + (Array.isArray(item) ? itemsIn(item) : 0), list.length);
}

/**
 * Renders `template` over `values`. A broken template, an unknown filter, too many steps or too much that is made is an
 * outcome, and the same one every time.
 */
export function renderTemplate(template: string, values: Readonly<Record<string, unknown>>): Rendered {
  try {
    const templates = parsed(template);
    return { kind: 'rendered', text: String(engine.renderSync(templates, new CountingContext(values))) };
  } catch (error) {
    return { kind: 'broken', because: error instanceof Error ? firstLine(error.message) : 'unknown' };
  }
}

const known = new Map<string, Template[]>();

function parsed(template: string): Template[] {
  let read = known.get(template);
  if (!read) {
    if (known.size >= maxCachedTemplates) known.clear();
    known.set(template, (read = new CountingParser(engine).parse(template)));
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
    new CountingParser(engine).parse(template);
    return undefined;
  } catch (error) {
    return `must be a Liquid template: ${error instanceof Error ? firstLine(error.message) : 'unknown syntax'}`;
  }
}
