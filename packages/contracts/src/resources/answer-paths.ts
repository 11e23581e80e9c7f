/**
 * The paths by which response rules name a value of an answer: `$.a.b[0]` in JSON, `/a/b[1]/@c` in XML. A path names what
 * it says and computes nothing.
 */

// Text that is no path into the answer is used literally, e.g. a reason written in a rule.
const jsonStep = /\.([^.[\]'"]+)|\[(\d{1,9})\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** Returns the member names along a JSON path such as `$.a.b[0]['c d']`; undefined if it is not a path. */
export function parseJsonPath(path: string): readonly string[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: string[] = [];
  jsonStep.lastIndex = 1;
  while (jsonStep.lastIndex < path.length) {
    const [, name, index, quoted, doubleQuoted] = jsonStep.exec(path) ?? [];
    const member = name ?? index ?? quoted ?? doubleQuoted;
    if (member === undefined) return undefined;
    steps.push(member);
  }
  return steps;
}

/** One step of an XML path, from the elements found so far. */
export interface XmlStep {
  /** Whether the step also finds what is deeper than one level (`//`). */
  readonly anywhere: boolean;
  readonly kind: 'element' | 'attribute';
  /** The name without its prefix, or `*` for any. */
  readonly name: string;
  /** If given, the prefix has to be the one in the answer; otherwise any prefix will do. */
  readonly prefix?: string;
  /** Which of the elements of one parent, 1 for the first; if absent, all. */
  readonly position?: number;
}

const mostXmlSteps = 20;
// Each goes through all elements.
const mostAnywhere = 3;
const xmlStep =
  /(\/\/?)(@?)(?:([\p{L}_][\p{L}\p{N}_.-]*):)?([\p{L}_][\p{L}\p{N}_.-]*|\*)(?:\[([1-9]\d{0,3})\])?/uy;

/**
 * Returns the steps of an XML path: element names behind `/` (a child) or `//` (anywhere below), each with an optional
 * position `[2]`, and at the end an optional attribute `/@id` or `/text()`; at most 20, and 3 of them anywhere. Undefined
 * if it is not such a path.
 */
export function parseXmlPath(path: string): readonly XmlStep[] | undefined {
  const elements = path.replace(/\/text\(\)$/, '');
  const steps: XmlStep[] = [];
  xmlStep.lastIndex = 0;
  while (xmlStep.lastIndex < elements.length || steps.length === 0) {
    const [whole, slashes, at, prefix, name = '', position] = xmlStep.exec(elements) ?? [];
    const isAfterAttribute = steps.at(-1)?.kind === 'attribute';
    if (whole === undefined || isAfterAttribute || steps.length >= mostXmlSteps) return undefined;
    if (at === '@' && position !== undefined) return undefined;
    steps.push({
      anywhere: slashes === '//',
      kind: at === '@' ? 'attribute' : 'element',
      name,
      prefix,
      position: position === undefined ? undefined : Number(position),
    });
  }
  return steps.filter(({ anywhere }) => anywhere).length > mostAnywhere ? undefined : steps;
}
