/** Values as pairs of names and texts: nested values get dotted names, lists become repeated names. */

/** Encodes `values` as application/x-www-form-urlencoded. Absent and null values are omitted. */
export function formBody(values: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(namedTexts(values)).toString();
}

/** The pairs of which a form consists, in order. */
export function namedTexts(values: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => pairs(name, value));
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    // Forms have no common notation for lists of objects; JSON at least loses nothing.
    return value.flatMap((each) => (isObject(each) ? [pair(name, JSON.stringify(each))] : pairs(name, each)));
  }
  if (isObject(value)) return Object.entries(value).flatMap(([key, each]) => pairs(`${name}.${key}`, each));
  return [pair(name, typeof value === 'string' ? value : JSON.stringify(value))];
}

function pair(name: string, value: string): [string, string] {
  return [name, value];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
