/** A small reader of JSON paths: `$.a.b[0]['c d']`. No filters or wildcards; a path identifies one value. */
import { parseJsonPath } from '@sluice/contracts';

/** Returns the value at `path` in `json`; undefined if there is none or the path is invalid. */
export function readJsonPath(json: unknown, path: string): unknown {
  const steps = parseJsonPath(path);
  return steps?.reduce<unknown>(childOf, json);
}

// Enumerable own members only: neither inherited members nor the length of a list are data.
function childOf(parent: unknown, member: string): unknown {
  if (
    typeof parent !== 'object' ||
    parent === null ||
    !Object.prototype.propertyIsEnumerable.call(parent, member)
  )
    return undefined;
  return (parent as Record<string, unknown>)[member];
}
