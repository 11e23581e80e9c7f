/** The fields that go when an item is replaced by what a file says of it. */
import { isObject } from '@sluice/contracts';
import type { FieldChange } from './changed-fields.js';

/** Fields that follow from other parts of a file, so that no item has to have them. */
const derived: ReadonlySet<string> = new Set(['position', 'archived']);

/**
 * The paths of those of `fields` that end with the change: absent afterwards, or set back to their default because
 * `written`, the item as it stands in the file, does not have them. Of an object that goes, each field.
 */
export function removedFields(fields: readonly FieldChange[], written: unknown): readonly string[] {
  return fields.flatMap(({ path, before, after }) => {
    if (before === undefined) return [];
    if (after === undefined) return leavesOf(before, path);
    return derived.has(path[0] ?? '') || isWritten(written, path) ? [] : leavesOf(before, path);
  });
}

function isWritten(written: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  return isObject(written) && Object.hasOwn(written, name) && isWritten(written[name], rest);
}

function leavesOf(value: unknown, path: readonly string[]): string[] {
  const inside = isObject(value) ? Object.entries(value) : [];
  return inside.length === 0
    ? [path.join('.')]
    : inside.flatMap(([name, each]) => leavesOf(each, [...path, name]));
}
