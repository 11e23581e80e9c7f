/**
 * Values on their way into a body whose syntax escapes them. Text of the template itself, and what already is in the
 * syntax, is told apart from values, so that nothing is escaped twice.
 */
import {
  Drop,
  EchoTag,
  TokenKind,
  toValue,
  type Context,
  type Emitter,
  type FilterImplOptions,
  type Value,
} from 'liquidjs';
import { plainText, type BodySyntax } from './body-syntax.js';

/** The function of a filter, whose `this` has the context of the rendering and the filter's arguments as written. */
export type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/** Text that already is in the syntax of the body. Filters that do not write, and conditions, see it as plain text. */
class Written extends Drop {
  /** `isBlock` is whether it was captured: where everything is text, a block is text, too. */
  constructor(
    readonly plain: string,
    readonly written: string,
    readonly isBlock: boolean,
  ) {
    super();
  }

  override valueOf(): string {
    return this.plain;
  }
}

/** A value that an output writes; any other text that an emitter gets is the template's own. */
class Outgoing {
  constructor(readonly value: unknown) {}
}

/** Marks what an output writes as a value. The engine expects text here, and passes whatever it gets to the emitter. */
export function outputEscape(value: unknown): string {
  return new Outgoing(value) as unknown as string;
}

/** An `echo` that keeps apart what is written already, as an output does; the engine's own writes it as plain text. */
export class WrittenEcho extends EchoTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const { value } = this as unknown as { readonly value?: Value };
    if (value) emitter.write(outputEscape(yield value.value(context, false)));
  }
}

/** Writes values as the engine does: lists without commas, nothing for missing values. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === undefined || plain === null) return '';
  if (Array.isArray(plain)) return plain.map(textOf).join('');
  // A value that is not text is converted as the language does.
  return `${plain as string}`;
}

/** What a value is to filters and conditions. */
export function plainOf(value: unknown): unknown {
  return value instanceof Written ? value.plain : value;
}

/** An emitter of a body in `syntax`: `body` is the body so far, `buffer` what a captured block is to the template. */
export function escapingEmitter(
  syntax: BodySyntax,
  { memoryLimit }: Context,
): Emitter & { readonly body: string } {
  const cursor = syntax.follow();
  let [plain, body, isMarkup] = ['', '', false];
  const add = (text: string, written: string) => {
    memoryLimit.use(Math.max(text.length, written.length));
    plain += text;
    body += written;
  };
  const pass = (text: string, written: string) => {
    cursor.pass(written);
    isMarkup ||= syntax.isMarkup(written);
    add(text, written);
  };
  return {
    get body() {
      return body;
    },
    get buffer() {
      // The engine puts into the variable whatever this is.
      return (isMarkup ? new Written(plain, body, true) : plain) as string;
    },
    write(given: unknown) {
      if (!(given instanceof Outgoing)) {
        const text = textOf(given);
        return pass(text, text);
      }
      const { value } = given;
      if (value instanceof Written && !(value.isBlock && cursor.inText()))
        return pass(value.plain, value.written);
      const text = textOf(value);
      add(text, cursor.escape(text));
    },
  };
}

/** A filter that keeps what is written apart: it changes the plain text and the written text alike. */
export function escapingFilter(syntax: BodySyntax, name: string, filter: FilterHandler): FilterHandler {
  if (syntax === plainText) return filter;
  const write = Object.hasOwn(syntax.writers, name) ? syntax.writers[name] : undefined;
  const writtenOf = (value: unknown): unknown => {
    if (value instanceof Written) return value.written;
    return typeof value === 'string' ? syntax.follow().escape(value) : value;
  };
  return function (value: unknown, ...args: unknown[]) {
    if (name === 'raw') return raw(value);
    const plain: unknown = filter.apply(this, [plainOf(value), ...args.map(plainOf)]);
    if (write) return new Written(textOf(plain), write(plain), false);
    const written = [value, ...args].filter((each) => each instanceof Written);
    if (written.length === 0 || typeof plain !== 'string') return plain;
    // A text that the template quotes is its own, and needs no escaping.
    const tokens = this.token.args;
    const writtenArgs = args.map((arg, index) => (isQuoted(tokens[index]) ? arg : writtenOf(arg)));
    const result: unknown = filter.apply(this, [writtenOf(value), ...writtenArgs]);
    return new Written(
      plain,
      textOf(result),
      written.every(({ isBlock }) => isBlock),
    );
  };
}

function raw(value: unknown): Written {
  return new Written(textOf(value), value instanceof Written ? value.written : textOf(value), false);
}

// A named argument is a pair, and none of them is a text that is written.
function isQuoted(token: ThisParameterType<FilterHandler>['token']['args'][number] | undefined): boolean {
  return token !== undefined && 'kind' in token && token.kind === TokenKind.Quoted;
}
