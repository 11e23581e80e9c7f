/** A small reader of JSON paths: `$.a.b[0]['c d']`. No filters, no wildcards; a path names one value. */

/** Answers the value that `path` names in `json`; undefined when it is not there or the path is not one. */
export function readJsonPath(json: unknown, path: string): unknown {
  const steps = parseJsonPath(path);
  return steps?.reduce<unknown>(childOf, json);
}

// Any text but a path into the answer is meant literally, e.g. a reason that a rule writes itself.
const step = /\.([^.[\]'"]+)|\[(\d{1,9})\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** Answers the member names that `path` walks through; undefined when it is not a path. */
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

// Enumerable own members only: neither what every object inherits nor the length of a list is data.
function childOf(parent: unknown, member: string): unknown {
  if (
    typeof parent !== 'object' ||
    parent === null ||
    !Object.prototype.propertyIsEnumerable.call(parent, member)
  )
    return undefined;
  return (parent as Record<string, unknown>)[member];
}
