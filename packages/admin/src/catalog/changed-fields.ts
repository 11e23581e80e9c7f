/** Which fields of a thing are different: objects are gone into, lists are compared whole. */
import { isDeepStrictEqual } from 'node:util';

/** A field that is different; absent is what is not there. */
export interface FieldChange {
  /** The names on the way to it. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Every field in which `after` differs from `before`, in the order in which the fields stand. */
export function changedFields(before: unknown, after: unknown, path: readonly string[] = []): FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (path.length === 0 || (isObject(before) && isObject(after))) {
    const [old, next] = [
      before as Readonly<Record<string, unknown>>,
      after as Readonly<Record<string, unknown>>,
    ];
    return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((name) =>
      changedFields(old[name], next[name], [...path, name]),
    );
  }
  return [
    {
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
