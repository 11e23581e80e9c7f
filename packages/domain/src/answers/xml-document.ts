/**
 * Reads the XML of a buyer's answer into elements. Strict, because a document that is cut short must not be taken for a
 * whole one; without document types, so that it cannot define entities; and bounded in depth.
 */
import { SaxesParser } from 'saxes';

/** An element. */
export interface XmlElement {
  /** With its prefix, as it stands in the document. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text in it and below it, in the order of the document. */
  readonly text: string;
}

const mostDepth = 100;

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

/**
 * Returns the root element; undefined if the text is not well-formed XML, has a document type, is nested more than 100
 * deep, or is a page of HTML.
 */
export function readXml(text: string): XmlElement | undefined {
  const document: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  let isRefused = false;
  const refuse = () => void (isRefused = true);
  const add = (part: string) => {
    for (const element of open) element.text += part;
  };
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    const element: OpenElement = { name, attributes, children: [], text: '' };
    if (open.length > mostDepth) return refuse();
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  // Many servers send an empty line before the declaration, which has to come first.
  parser.write(text.trimStart()).close();
  const [root] = document.children;
  return isRefused || !root || root.name.toLowerCase() === 'html' ? undefined : root;
}
