/** The words of a shell command, as a shell would pass them on. Nothing is run, and no variable has a value. */
import { parse } from 'shell-quote';

/** A command in words, and what of it could not be read. */
export interface ShellWords {
  readonly words: readonly string[];
  readonly notRead: readonly string[];
}

/** Stands before and after the name of a variable within a word; {@link shellWords} leaves no other in a text. */
const VARIABLE = '\u0002';

// What is quoted or escaped; what double quotes hold is the group, because a shell fills it in.
const quoted = /\$'(?:\\[^]|[^\\'])*'|'[^']*'|\\[^]|"((?:\\[^]|[^"\\])*)"/g;

/** Splits the first command of a text into its words. */
export function shellWords(text: string): ShellWords {
  const command = text.replaceAll(VARIABLE, '').replace(/[\\^]\r?\n/g, ' ');
  if (/['"]/.test(command.replace(quoted, ''))) return { words: [], notRead: ['a quote that is not closed'] };
  const notRead: string[] = [];
  const filledIn = command.replace(quoted, (_whole, inside: string = '') => inside.replace(/\\[^]/g, ''));
  if (/`|\$\(/.test(filledIn)) notRead.push('a command within the command, which is not run');
  const words: string[] = [];
  for (const entry of parsed(withPlainTicks(command))) {
    if (typeof entry === 'string') words.push(entry);
    else if ('op' in entry && entry.op === 'glob') words.push(entry.pattern);
    else {
      notRead.push(`what follows ${'op' in entry ? entry.op : '#'}`);
      break;
    }
  }
  return { words, notRead };
}

// The library leaves the backslash that a shell takes away.
function withPlainTicks(command: string): string {
  return command.replace(quoted, (whole, inside?: string) =>
    inside === undefined ? whole : whole.replace(/\\[^]/g, (escaped) => (escaped === '\\`' ? '`' : escaped)),
  );
}

function parsed(command: string) {
  try {
    return parse(command, (name: string) => VARIABLE + name + VARIABLE);
  } catch {
    // A substitution that is not closed.
    return [{ op: '(' as const }];
  }
}

const variable = new RegExp(`${VARIABLE}([^${VARIABLE}]*)${VARIABLE}`, 'g');

/** The word as it was written, with the variables in it. */
export function withVariables(word: string): string {
  return word.replace(variable, (_whole, name: string) => `$${nameOf(name)}`);
}

/** The names of the variables in a word. */
export function variablesIn(word: string): readonly string[] {
  return [...word.matchAll(variable)].map(([, name = '']) => nameOf(name)).filter((name) => name !== '');
}

// What follows a name in braces may be a default, which may be a credential.
function nameOf(name: string): string {
  return /^\w*/.exec(name)?.[0] ?? '';
}
