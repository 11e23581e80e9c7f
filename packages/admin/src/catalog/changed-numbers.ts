/** Finds the numbers in a tenant file that YAML would read as other ones, e.g. an id of 17 digits or a ZIP code. */
import { maxProblems } from '@sluice/contracts';
import { isPair, isScalar, isSeq, visit, type Document } from 'yaml';

/** A number that its reader would change. */
export interface ChangedNumber {
  /** Where it stands in the text. */
  readonly offset: number;
  /** `path: problem`, with the digits as they were written. */
  readonly problem: string;
}

/** The numbers of a document, among values and keys, that are not the same once they are read; not more than a person reads. */
export function changedNumbers(document: Document): readonly ChangedNumber[] {
  const found: ChangedNumber[] = [];
  visit(document, {
    Scalar(_key, node, ancestors) {
      const problem = typeof node.value === 'number' && changeOf(node.value, node.source ?? '');
      if (!problem) return undefined;
      const path = pathOf([...ancestors, node]);
      found.push({ offset: node.range?.[0] ?? 0, problem: `${path.join('.')}: ${problem}` });
      return found.length < maxProblems ? undefined : visit.BREAK;
    },
  });
  return found;
}

function changeOf(value: number, source: string): string | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return `${source} is a whole number beyond 2^53, which would be rounded; put it in quotes`;
  if (/^[-+]?0\d/.test(source)) return `${source} would lose its leading zeros; put it in quotes`;
  return undefined;
}

/** The keys and indices on the way to the last of these nodes, each of which contains the next. */
function pathOf(nodes: readonly unknown[]): readonly string[] {
  return nodes.flatMap((node, index) => {
    if (isPair(node))
      return [isScalar(node.key) ? (node.key.source ?? String(node.key.value)) : String(node.key)];
    return isSeq(node) ? [String(node.items.indexOf(nodes[index + 1]))] : [];
  });
}
