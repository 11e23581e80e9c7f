/** Values within an item: read, changed and compared. An item is plain JSON, and nothing here changes one in place. */
import {
  credentialsIn,
  credentialsInTemplate,
  isCredentialName,
  isOnlyReferences,
  withSecrets,
} from '@sluice/contracts/words';

/** Where a value stands in an item, e.g. `['deliveryLimits', 0, 'cap']`. */
export type Path = readonly (string | number)[];
export type Item = Readonly<Record<string, unknown>>;

/** The path as the server writes it: `deliveryLimits.0.cap`. */
export const nameOfPath = (path: Path): string => path.join('.');

/** A value that differs between two items; undefined on the side that has none. */
export interface Difference {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

export function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at the path; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      // A field may be named as what every object has, e.g. `constructor`.
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Item)[key]
        : undefined,
    value,
  );
}

/** The value with `next` at the path; undefined removes what is there. */
export function withValueAt<Value>(value: Value, [key, ...rest]: Path, next: unknown): Value {
  if (key === undefined) return next as Value;
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) =>
      index === key ? withValueAt(each, rest, next) : each,
    ) as Value;
  }
  const { [key]: inner, ...others } = (isObject(value) ? value : {}) as Item;
  const changed = withValueAt(inner, rest, next);
  if (changed === undefined) return others as Value;
  // In its old place, so that a changed item reads like the one before.
  if (isObject(value) && key in value) return { ...value, [key]: changed };
  return { ...others, [key]: changed } as Value;
}

/** What differs, field by field. Lists are compared entry by entry if they are equally long, else as a whole. */
export function differences(before: unknown, after: unknown, path: Path = []): readonly Difference[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((each, index) => differences(each, after[index], [...path, index]));
  }
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(valueAt(before, [key]), valueAt(after, [key]), [...path, key]));
  }
  return [{ path, before, after }];
}

export const isSame = (one: unknown, other: unknown): boolean => differences(one, other).length === 0;

/** A field that two people left different. */
export interface Change {
  readonly path: Path;
  /** Undefined where there is none. */
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: 'me' | 'them' | 'both';
}

/**
 * Where two changes of what `was` end differently, field by field. A list is one field once one of the three is longer than
 * another, or once both changed the entry at one place, because its entries may no longer have the same places; who took
 * over theirs and added to it changed it alone.
 */
export function changesOfTwo(
  was: unknown,
  mine: unknown,
  theirs: unknown,
  path: Path = [],
): readonly Change[] {
  if (isSame(mine, theirs)) return [];
  const keys = commonKeys(was, mine, theirs);
  if (keys)
    return keys.flatMap((key) => {
      const [before, own, other] = [was, mine, theirs].map((each) => valueAt(each, [key]));
      return changesOfTwo(before, own, other, [...path, key]);
    });
  const isMine = isSame(was, theirs) || (isBeginning(was, theirs) && isBeginning(theirs, mine));
  return [{ path, mine, theirs, by: isSame(was, mine) ? 'them' : isMine ? 'me' : 'both' }];
}

function commonKeys(was: unknown, mine: unknown, theirs: unknown): Path | undefined {
  if (isObject(mine) && isObject(theirs) && (was === undefined || isObject(was)))
    return [...new Set([was ?? {}, mine, theirs].flatMap((each) => Object.keys(each)))];
  const lists = [was, mine, theirs];
  if (!lists.every((each) => Array.isArray(each) && each.length === lengthOf(mine))) return undefined;
  const places = [...Array(lengthOf(mine)).keys()];
  // Where both changed the same place, one of them may have moved the entries.
  const isOfBoth = (place: number) =>
    [mine, theirs].every((each) => !isSame(valueAt(was, [place]), valueAt(each, [place])));
  return places.some(isOfBoth) ? undefined : places;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const isBeginning = (list: unknown, of: unknown): boolean =>
  Array.isArray(list) && Array.isArray(of) && isSame(list, of.slice(0, list.length));

/** Theirs with what I changed; where both did, mine stays unless `isTaken` says otherwise. */
export function merged(
  was: Item,
  mine: Item,
  theirs: Item,
  isTaken: (path: Path) => boolean = () => false,
): Item {
  return changesOfTwo(was, mine, theirs)
    .filter(({ path, by }) => by !== 'them' && !isTaken(path))
    .reduce((item, change) => withValueAt(item, change.path, change.mine), theirs);
}

/**
 * What is left of a form: without values that were emptied, and without objects that emptying left behind. An empty object
 * that `was` there stays, so that an item which nobody changed is the same.
 */
export function tidied(value: unknown, was: unknown): unknown {
  if (Array.isArray(value)) {
    // An entry keeps its place, even if nothing is left in it.
    const entries = value.map((each, index) => tidied(each, valueAt(was, [index])));
    return entries.map((each) => (each === undefined ? {} : each));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const left = tidied(inner, valueAt(was, [key]));
    return left === undefined ? [] : [[key, left] as const];
  });
  return entries.length > 0 || isObject(was) ? Object.fromEntries(entries) : undefined;
}

/** The item with what it `was` in place of what may be a credential: nothing of the kind is kept in the browser. */
export function withoutCredentials(item: Item, was: Item): Item {
  // The id of a field, which is no credential.
  const { key } = item;
  return { ...(kept('', item, was) as Item), ...(key !== undefined && { key }) };
}

function kept(name: string, value: unknown, was: unknown): unknown {
  if (Array.isArray(value))
    return value.map((each, index) => kept(name, each, valueAt(was, [index]))).filter(isGiven);
  if (!isObject(value)) return isCredential(name, value) ? was : value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const before = valueAt(was, [key]);
    const left = name === 'headers' && !isShown(inner) ? before : kept(key, inner, before);
    return left === undefined ? [] : [[key, left] as const];
  });
  return Object.fromEntries(entries);
}

export const isGiven = (value: unknown): boolean => value !== undefined;

/** Whether a value only refers to stored secrets, or is the mark of one, and so tells nothing. */
const isShown = (value: unknown): boolean =>
  typeof value === 'string' && (isOnlyReferences(value) || /^•*$/.test(value));

/** A user or password before the host of a URL, and a text that is `Bearer` and a token, however short. */
const inText = /\/\/[•:]*[^/?#\s@:•][^/?#\s]*@|^\s*bearer\s+[^\s•]+\s*$/i;

function isCredential(name: string, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null || value === undefined || isShown(value)) return false;
  if (isCredentialName(name)) return true;
  const text = withSecrets(textOf(value), () => '•');
  const found = name === 'template' ? credentialsInTemplate(text) : credentialsIn(text);
  return inText.test(text) || found.some(({ start, end }) => !isShown(text.slice(start, end)));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
