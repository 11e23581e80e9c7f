/** The syntaxes of bodies whose values are escaped by themselves. A body of any other type is plain text. */
import type { BodySyntax } from './body-syntax.js';
import { jsonSyntax } from './json-syntax.js';
import { xmlSyntax } from './xml-syntax.js';

/** The syntax that a content type declares: JSON, XML, or undefined for any other. */
export function declaredSyntax(contentType: string): BodySyntax | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^(?:application|text)\/(?:x-)?json$|\+json$/.test(type)) return jsonSyntax;
  if (/^(?:application|text)\/xml$|\+xml$/.test(type)) return xmlSyntax;
  return undefined;
}
