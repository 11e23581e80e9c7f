/** The values at an XML path: the texts of elements or attributes, outer space removed. */
import { parseXmlPath, type XmlStep } from '@sluice/contracts';
import type { XmlElement } from './xml-document.js';

/** More values than this are not looked at. */
const mostValues = 100;

/** Returns the values at `path` in the document of `root`, in its order; none if the path is invalid. */
export function readXmlPath(root: XmlElement, path: string): readonly string[] {
  const steps = parseXmlPath(path) ?? [];
  let elements: readonly XmlElement[] = [{ name: '', attributes: {}, children: [root], text: '' }];
  for (const step of steps) {
    const from = step.anywhere ? withDescendants(elements) : elements;
    if (step.kind === 'attribute')
      return from.flatMap((element) => attributesOf(element, step)).slice(0, mostValues);
    elements = from.flatMap(({ children }) => selected(children, step));
  }
  return steps.length === 0 ? [] : elements.slice(0, mostValues).map(({ text }) => text.trim());
}

function selected(children: readonly XmlElement[], step: XmlStep): readonly XmlElement[] {
  const named = children.filter(({ name }) => isNamed(name, step));
  return step.position === undefined ? named : named.slice(step.position - 1, step.position);
}

function attributesOf({ attributes }: XmlElement, step: XmlStep): readonly string[] {
  return Object.entries(attributes)
    .filter(([name]) => isNamed(name, step))
    .map(([, value]) => value.trim());
}

function isNamed(found: string, { name, prefix }: XmlStep): boolean {
  const [own, local] = found.includes(':')
    ? [found.slice(0, found.indexOf(':')), found.slice(found.indexOf(':') + 1)]
    : [undefined, found];
  return (name === '*' || name === local) && (prefix === undefined || prefix === own);
}

// In the order of the document, each once, although one may be within another.
function withDescendants(elements: readonly XmlElement[]): readonly XmlElement[] {
  const found = new Set<XmlElement>();
  const visit = (element: XmlElement) => {
    if (found.has(element)) return;
    found.add(element);
    element.children.forEach(visit);
  };
  elements.forEach(visit);
  return [...found];
}
