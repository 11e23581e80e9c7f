/** A small reader of JSON paths: `$.a.b[0]['c d']`. No filters or wildcards; a path identifies one value. */

/** Returns the value at `path` in `json`; undefined if there is none or the path is invalid. */
export function readJsonPath(json: unknown, path: string): unknown {
  const steps = parseJsonPath(path);
  return steps?.reduce<unknown>(childOf, json);
}

// Text that is no path into the answer is used literally, e.g. a reason written in a rule.
const step = /\.([^.[\]'"]+)|\[(\d{1,9})\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** Returns the member names along `path`; undefined if it is not a path. */
export function parseJsonPath(path: string): readonly string[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: string[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const [, name, index, quoted, doubleQuoted] = step.exec(path) ?? [];
    const member = name ?? index ?? quoted ?? doubleQuoted;
    if (member === undefined) return undefined;
    steps.push(member);
  }
  return steps;
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
