/** The place where a text stops being JSON. Neither the engine nor its message says it without quoting the text. */

/** What stands at a place instead of JSON; line and column count from 1. */
export interface JsonFault {
  readonly what: string;
  readonly line: number;
  readonly column: number;
}

type Wanted = keyof typeof wants;

/** What may come next, and what is said if it does not. */
const wants = {
  value: 'a value is missing or is no JSON',
  valueOrEnd: 'a value is missing or is no JSON',
  name: 'a name in quotes is missing',
  nameOrEnd: 'a name in quotes is missing',
  colon: 'a colon is missing',
  commaOrEnd: 'a comma or a closing bracket is missing',
  nothing: 'something follows the end',
} as const;

const blank = /[ \t\n\r]*/y;
const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const unescaped = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Finds the first fault of a text; undefined if it is JSON. Takes time in proportion to the text, however deep it nests. */
export function firstFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    at = after(blank, text, at) ?? at;
    const next = text[at] ?? '';
    const ended = next !== '' && next === closer(open.at(-1)) && /end$/i.test(wanted);
    if (ended) {
      open.pop();
      at += 1;
      wanted = afterValue(open);
    } else if (wanted === 'commaOrEnd' || wanted === 'colon') {
      if (next !== (wanted === 'colon' ? ':' : ',')) return fault(text, at, wants[wanted]);
      at += 1;
      wanted = wanted === 'colon' || open.at(-1) === '[' ? 'value' : 'name';
    } else if (wanted === 'nothing' && next === '') {
      return undefined;
    } else if (wanted === 'nothing' || (wanted.startsWith('name') && next !== '"')) {
      return fault(text, at, wants[wanted]);
    } else if (next === '"') {
      const quoted = afterQuoted(text, at);
      if (typeof quoted !== 'number') return quoted;
      at = quoted;
      wanted = wanted.startsWith('name') ? 'colon' : afterValue(open);
    } else if (next === '{' || next === '[') {
      open.push(next);
      at += 1;
      wanted = next === '{' ? 'nameOrEnd' : 'valueOrEnd';
    } else {
      const end = after(literal, text, at);
      if (end === undefined) return fault(text, at, wants[wanted]);
      at = end;
      wanted = afterValue(open);
    }
  }
}

function afterValue(open: readonly string[]): Wanted {
  return open.length === 0 ? 'nothing' : 'commaOrEnd';
}

function closer(opened: string | undefined): string | undefined {
  return opened === '{' ? '}' : opened === '[' ? ']' : undefined;
}

function afterQuoted(text: string, start: number): number | JsonFault {
  let at = start + 1;
  for (;;) {
    at = after(unescaped, text, at) ?? at;
    if (text[at] === '"') return at + 1;
    if (text[at] === undefined) return fault(text, start, 'quotes are not closed');
    const end = after(escape, text, at);
    if (end === undefined) {
      return fault(
        text,
        at,
        text[at] === '\\' ? 'a backslash escapes nothing' : 'a control character or line break is in quotes',
      );
    }
    at = end;
  }
}

// Where the match of a sticky pattern at `at` ends.
function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function fault(text: string, at: number, what: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { what, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
