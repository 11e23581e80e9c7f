/**
 * The engine of Liquid templates. A template sees only its values and may not take long: each of its steps and each
 * character it produces is counted. No clock is read, so a template that renders on a fast machine also renders on a
 * slow one.
 */
import {
  Context,
  Liquid,
  Parser,
  TokenKind,
  filters,
  toValueSync,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import type { BodySyntax } from './body-syntax.js';
import {
  escapingEmitter,
  escapingFilter,
  outputEscape,
  plainOf,
  WrittenEcho,
  type FilterHandler,
} from './written.js';

/** Parses and renders templates within the limits. Both throw if a template is broken or exceeds a limit. */
export interface TemplateEngine {
  parse(template: string): Template[];
  render(templates: Template[], values: Readonly<Record<string, unknown>>): string;
  /** The places at which templates read a top-level value: the path of each, from the value's own name on. */
  reads(templates: Template[], root: string): readonly (readonly unknown[])[];
}

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
/**
 * The maximum depth of blocks, and of brackets in a tag or an output. The engine calls itself for each, and where a
 * stack overflows depends on the process, which may even end.
 */
const maxDepth = 100;
/** The filters of lists, whose text arguments are paths or expressions. */
const takesExpression = /^(where|reject|group_by|find|has|map|sort|sum|uniq|compact)/;

const options = {
  outputEscape,
  ownPropertyOnly: true,
  strictFilters: true,
  // Otherwise dates would be written in the local time of the worker's machine.
  timezoneOffset: 0,
  // Named templates come from this empty map, never from the file system.
  templates: {},
  parseLimit: maxTemplateLength,
  memoryLimit: maxMade,
};

/** Parses like the engine within {@link maxDepth}, and makes tags and outputs count their characters when they are rendered. */
class CountingParser extends Parser {
  /** How many characters belong to the nodes inside the one being parsed. */
  #inside = 0;
  /** How many blocks the node being parsed is inside. */
  #depth = 0;

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    const isText = token.kind === TokenKind.HTML;
    if (this.#depth > maxDepth) throw new Error(`blocks are nested more than ${maxDepth} deep`);
    if (!isText) throwIfTooDeep(token.getText());
    const outside = this.#inside;
    const lastEnd = rest.at(-1)?.end ?? token.end;
    this.#inside = 0;
    this.#depth += 1;
    const node = super.parseToken(token, rest);
    this.#depth -= 1;
    // A block has taken its own content from the rest: inner nodes, which count for themselves, and its `when`s and
    // `elsif`s, which do not.
    const taken = (rest[0]?.begin ?? lastEnd) - token.begin;
    const own = taken - this.#inside;
    this.#inside = outside + taken;
    if (isText) return node;
    const render = node.render.bind(node);
    node.render = (context, emitter) => {
      context.renderLimit.use(own);
      return render(context, emitter);
    };
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

/** Creates the engine of bodies in `syntax`, whose values are escaped for it. */
export function createEngine(syntax: BodySyntax): TemplateEngine {
  const liquid = new Liquid(options);
  // A captured block is written like a body, and counts as much.
  const { renderer } = liquid;
  const renderTemplates = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = escapingEmitter(syntax, context)) =>
    renderTemplates(templates, context, emitter);
  for (const [name, filter] of Object.entries(filters)) {
    const counting = countingFilter(name, typeof filter === 'function' ? filter : filter.handler);
    liquid.registerFilter(name, escapingFilter(syntax, name, counting));
  }
  liquid.registerTag('echo', WrittenEcho);
  return {
    parse: (template) => new CountingParser(liquid).parse(template),
    reads(templates, root) {
      const { globals } = liquid.analyzeSync(templates, { partials: false });
      return (globals[root] ?? []).map(({ segments }) => segments);
    },
    render(templates, values) {
      const context = new CountingContext(liquid, values);
      const emitter = escapingEmitter(syntax, context);
      toValueSync(renderer.renderTemplates(templates, context, emitter));
      return emitter.body;
    },
  };
}

function countingFilter(name: string, handler: FilterHandler): FilterHandler {
  return function (value: unknown, ...args: unknown[]) {
    const { renderLimit } = this.context;
    const items = Array.isArray(value) ? value.length : 0;
    renderLimit.use(name.startsWith('date') ? stepsOfDate(name, args[0]) : stepsOf.filter);
    // A text argument may be a path or an expression that is evaluated for every item.
    const texts = args.filter((arg) => typeof arg === 'string');
    if (takesExpression.test(name)) texts.forEach(throwIfTooDeep);
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    renderLimit.use(items * stepsOf.filteredItem + Math.max(1, items) * length);
    return handler.apply(this, [value, ...args]) as unknown;
  };
}

function stepsOfDate(filter: string, format: unknown): number {
  const inFormat = typeof format === 'string' ? format.match(nameInDateFormat) : null;
  return stepsOf.dateFilter + (dateNames[filter] ?? inFormat?.length ?? 0) * stepsOf.dateName;
}

/** The state of one rendering, and how much of its limits is left. */
class CountingContext extends Context {
  constructor(liquid: Liquid, values: Readonly<Record<string, unknown>>) {
    super(values, liquid.options, { sync: true }, { liquid });
    let taken = 0;
    const use = (steps: number) => {
      taken += steps;
      if (taken > maxSteps) throw new Error('template render limit exceeded');
    };
    // The engine checks its limit at every block and at every node of it, against the clock, which advances while other
    // processes run.
    Object.assign(this.renderLimit, { use, check: () => use(stepsOf.node) });
  }

  // Any use of a list reads its items, so reading the list takes steps for each of them.
  override readProperty(...[from, key]: Parameters<Context['readProperty']>): unknown {
    const value: unknown = super.readProperty(plainOf(from) as typeof from, key);
    if (Array.isArray(value)) this.renderLimit.use(stepsOf.readItem * itemsIn(value));
    return value;
  }
}

function itemsIn(list: readonly unknown[]): number {
  return list.reduce<number>((sum, item) => sum + (Array.isArray(item) ? itemsIn(item) : 0), list.length);
}
