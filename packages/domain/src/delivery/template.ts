/**
 * Bodies written as Liquid templates. A template sees only the lead and may not take long: each of its steps and each
 * character it produces is counted. No clock is read, so a template that renders on a fast machine also renders on a
 * slow one.
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

/** The longest template, in characters; endpoint validation enforces it too. */
const maxTemplateLength = 20_000;
/** The maximum number of characters and list items that a rendering may produce, including its result. */
const maxMade = 500_000;
/**
 * The maximum steps of a rendering. A tag or an output takes one step per character, which bounds what it evaluates,
 * plus those in {@link stepsOf}. All steps together take some tens of milliseconds.
 */
const maxSteps = 200_000;
/** The steps beyond those for the characters of tags and outputs. */
const stepsOf = {
  node: 20,
  block: 20,
  filter: 20,
  dateFilter: 200,
  dateName: 600,
  filteredItem: 10,
  readItem: 2,
} as const;
/**
 * How many names of months and weekdays a date filter writes. The engine creates a formatter for each of them, which takes
 * as long as dozens of other filters.
 */
const dateNames: Readonly<Record<string, number>> = {
  date_to_string: 1,
  date_to_long_string: 1,
  date_to_rfc822: 2,
};
const nameInDateFormat = /%[^a-zA-Z%]*[aAbBh]/g;
const maxCachedTemplates = 100;
/**
 * The maximum depth of blocks, and of brackets in a tag or an output. The engine calls itself for each, and where a
 * stack overflows depends on the process, which may even end.
 */
const maxDepth = 100;
/** The filters of lists, whose text arguments are paths or expressions. */
const takesExpression = /^(where|reject|group_by|find|has|map|sort|sum|uniq|compact)/;

const options = {
  ownPropertyOnly: true,
  strictFilters: true,
  // Otherwise dates would be written in the local time of the worker's machine.
  timezoneOffset: 0,
  // Named templates come from this empty map, never from the file system.
  templates: {},
  parseLimit: maxTemplateLength,
  memoryLimit: maxMade,
};

/** Parses like the engine within {@link maxDepth}, and makes every node count its steps when it is rendered. */
class CountingParser extends Parser {
  /** How many characters belong to the nodes inside the one being parsed. */
  #inside = 0;
  /** How many blocks the node being parsed is inside. */
  #depth = 0;

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    if (this.#depth > maxDepth) throw new Error(`blocks are nested more than ${maxDepth} deep`);
    if (token.kind !== TokenKind.HTML) throwIfTooDeep(token.getText());
    this.#depth += 1;
    try {
      return this.#parseCounting(token, rest);
    } finally {
      this.#depth -= 1;
    }
  }

  #parseCounting(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    const outside = this.#inside;
    const lastEnd = rest.at(-1)?.end ?? token.end;
    this.#inside = 0;
    const node = super.parseToken(token, rest);
    // A block has taken its own content from the rest: inner nodes, which count for themselves, and its `when`s and
    // `elsif`s, which do not.
    const taken = (rest[0]?.begin ?? lastEnd) - token.begin;
    countWhenRendered(node, token.kind === TokenKind.HTML ? 0 : taken - this.#inside);
    this.#inside = outside + taken;
    return node;
  }
}

// Brackets in quoted text do not nest; counted, a closing one would hide an opening one.
function throwIfTooDeep(expression: string): void {
  let depth = 0;
  let quote = '';
  let escaped = false;
  for (const character of expression) {
    if (quote !== '') {
      if (character === quote && !escaped) quote = '';
      escaped = character === '\\' && !escaped;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[' || character === '(') depth += 1;
    else if (character === ']' || character === ')') depth = Math.max(0, depth - 1);
    if (depth > maxDepth) throw new Error(`brackets are nested more than ${maxDepth} deep`);
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
  // A captured block is written like a body, and counts as much.
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
        renderLimit.use(name.startsWith('date') ? stepsOfDate(name, args[0]) : stepsOf.filter);
        // A text argument may be a path or an expression that is evaluated for every item.
        const texts = args.filter((arg) => typeof arg === 'string');
        if (takesExpression.test(name)) texts.forEach(throwIfTooDeep);
        const length = texts.reduce((sum, text) => sum + text.length, 0);
        renderLimit.use(items * stepsOf.filteredItem + Math.max(1, items) * length);
        return handler.apply(this, [value, ...args] as Parameters<typeof handler>) as unknown;
      },
    });
  }
  return liquid;
}

function stepsOfDate(filter: string, format: unknown): number {
  const inFormat = typeof format === 'string' ? format.match(nameInDateFormat) : null;
  return stepsOf.dateFilter + (dateNames[filter] ?? inFormat?.length ?? 0) * stepsOf.dateName;
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

// Writes values as the engine does: lists without commas, nothing for missing values.
function textOf(written: unknown): string {
  const value: unknown = toValue(written);
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  // A value that is not text is converted as the language does.
  return `${value as string}`;
}

/** The state of one rendering, and how much of its limits is left. */
class CountingContext extends Context {
  constructor(values: Readonly<Record<string, unknown>>) {
    super(values, engine.options, { sync: true }, { liquid: engine });
    let taken = 0;
    // The engine's own limit reads the clock, which advances while other processes run.
    this.renderLimit.check = () => undefined;
    this.renderLimit.use = (steps) => {
      taken += steps;
      if (taken > maxSteps) throw new Error('template render limit exceeded');
    };
  }

  // Any use of a list reads its items, so reading the list takes steps for each of them.
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
 * Renders `template` with `values`. A broken template, an unknown filter, or exceeding the limit on steps or on output
 * is a result, and the same one every time.
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

// Further lines quote the template, which may contain credentials.
function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

/** Why a template cannot be parsed; undefined if it can. Checked when a template is configured. */
export function templateProblem(template: string): string | undefined {
  try {
    new CountingParser(engine).parse(template);
    return undefined;
  } catch (error) {
    return `must be a Liquid template: ${error instanceof Error ? firstLine(error.message) : 'unknown syntax'}`;
  }
}
