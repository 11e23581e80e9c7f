/** Whether a value is in a list. Value sets may hold many thousands of values, so long lists are indexed once. */
import { plainText, sameValue } from './compare.js';
import { exactNumber } from './exact-number.js';
import type { ConditionValue } from './lead-facts.js';

interface ListIndex {
  readonly texts: ReadonlySet<string>;
  /** Values that are numbers, by their key; they equal each of their spellings. */
  readonly numbers: ReadonlySet<string>;
  /** Values that are or represent a number; only numbers are looked up here. */
  readonly spelledNumbers: ReadonlySet<string>;
}

const scannedLength = 16;

// Lists belong to cached configuration, and an index lives exactly as long as its list.
const indexes = new WeakMap<readonly ConditionValue[], ListIndex>();

/** Whether `found` equals any of `wanted`, by the rules of `sameValue`. */
export function isOneOf(found: unknown, wanted: readonly ConditionValue[]): boolean {
  if (wanted.length <= scannedLength) return wanted.some((each) => sameValue(found, each));
  const index = indexOf(wanted);
  const number = exactNumber(found)?.key;
  if (typeof found === 'number' && number !== undefined && index.spelledNumbers.has(number)) return true;
  const text = plainText(found);
  if (text === undefined || text === '') return false;
  if (index.texts.has(text)) return true;
  return number !== undefined && index.numbers.has(number);
}

function indexOf(wanted: readonly ConditionValue[]): ListIndex {
  let index = indexes.get(wanted);
  if (!index) {
    const keysOf = (values: readonly ConditionValue[]) =>
      new Set(values.flatMap((value) => exactNumber(value)?.key ?? []));
    index = {
      texts: new Set(wanted.map((value) => plainText(value) ?? '')),
      numbers: keysOf(wanted.filter((value) => typeof value === 'number')),
      spelledNumbers: keysOf(wanted),
    };
    indexes.set(wanted, index);
  }
  return index;
}
