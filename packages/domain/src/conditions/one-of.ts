/** Whether a value is in a list. Value sets may hold many thousands of values, so long lists are indexed once. */
import { numeric, plainText, sameValue } from './compare.js';
import type { ConditionValue } from './lead-facts.js';

interface ListIndex {
  readonly texts: ReadonlySet<string>;
  /** Values that are numbers; they equal each of their spellings. */
  readonly numbers: ReadonlySet<number>;
  /** Values that are or represent a number; only numbers are looked up here. */
  readonly spelledNumbers: ReadonlySet<number>;
}

const scannedLength = 16;

// Lists belong to cached configuration, and an index lives exactly as long as its list.
const indexes = new WeakMap<readonly ConditionValue[], ListIndex>();

/** Whether `found` equals any of `wanted`, by the rules of `sameValue`. */
export function isOneOf(found: unknown, wanted: readonly ConditionValue[]): boolean {
  if (wanted.length <= scannedLength) return wanted.some((each) => sameValue(found, each));
  const index = indexOf(wanted);
  if (typeof found === 'number' && index.spelledNumbers.has(found)) return true;
  const text = plainText(found);
  if (text === undefined || text === '') return false;
  if (index.texts.has(text)) return true;
  const number = index.numbers.size > 0 ? numeric(found) : undefined;
  return number !== undefined && index.numbers.has(number);
}

function indexOf(wanted: readonly ConditionValue[]): ListIndex {
  let index = indexes.get(wanted);
  if (!index) {
    const isNumber = (value: unknown): value is number => value !== undefined && typeof value === 'number';
    index = {
      texts: new Set(wanted.map((value) => plainText(value) ?? '')),
      numbers: new Set(wanted.filter(isNumber)),
      spelledNumbers: new Set(wanted.map(numeric).filter(isNumber)),
    };
    indexes.set(wanted, index);
  }
  return index;
}
