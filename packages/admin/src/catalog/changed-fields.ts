/** The fields in which two values differ. Objects are compared field by field, lists as a whole. */
import { isObject } from '@sluice/contracts';
import { isDeepStrictEqual } from 'node:util';

/** A field that differs; `before` or `after` is absent if the field does not exist there. */
export interface FieldChange {
  /** The names that lead to the field. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Every field in which `after` differs from `before`, in the order of the fields. */
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
      before,
      after,
    },
  ];
}
