/** Form-encoded bodies: nested values become dotted names, lists become repeated ones. */

/** Encodes `values` as application/x-www-form-urlencoded. Absent and null values stay out. */
export function formBody(values: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => pairs(name, value)),
  ).toString();
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    // Lists of objects have no common spelling in forms; JSON at least loses nothing.
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
