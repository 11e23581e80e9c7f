/** An item of any kind in plain words: each of its fields, by the name that it has in forms. */
import { labelOf } from '@sluice/contracts';
import { listWords, sentence, valueWords, type Sentence } from './sentence.js';

const MOST_VALUES = 10;
const MOST_CHARACTERS = 200;
/** The fields whose parts have names of the tenant's own choice, or names that are no words. */
const namesOwn: readonly string[] = ['headers', 'variables', 'events'];

/** Each field of an item in a sentence, with its parts below it. Whatever is secret has to be masked before. */
export function explainItem(item: object): Sentence[] {
  return partsOf(item, labelOf);
}

function partsOf(of: object, labelled: (name: string) => string): Sentence[] {
  return Object.entries(of).flatMap(([name, value]: [string, unknown]) => {
    const inner = namesOwn.includes(name) ? (part: string) => `“${part}”` : labelOf;
    return value === undefined ? [] : fieldWords(labelled(name), value, inner);
  });
}

function fieldWords(label: string, value: unknown, inner: (name: string) => string): Sentence[] {
  if (Array.isArray(value) && value.some(isObject))
    return value.flatMap((each, n) => fieldWords(`${label} ${n + 1}`, each, inner));
  const parts = isObject(value) ? partsOf(value, inner) : [];
  return [sentence(parts.length > 0 ? `${label}:` : `${label}: ${anyWords(value)}.`, 'quiet', parts)];
}

function anyWords(value: unknown): string {
  if (Array.isArray(value)) {
    const rest = value.length - MOST_VALUES;
    const first = value.slice(0, MOST_VALUES).map(anyWords);
    return listWords(rest > 0 ? [...first, `${rest} more`] : first, 'and') || 'none';
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value.length > MOST_CHARACTERS)
    return valueWords(`${value.slice(0, MOST_CHARACTERS)}…`);
  return isObject(value) ? 'none' : valueWords(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
