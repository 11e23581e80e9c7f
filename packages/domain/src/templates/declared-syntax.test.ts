import { declaredSyntax } from './declared-syntax.js';
import { jsonSyntax } from './json-syntax.js';
import { xmlSyntax } from './xml-syntax.js';

describe('declaredSyntax', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    ' application/json ;charset=utf-8',
    'text/json',
    'application/x-json',
    'application/vnd.buyer.v2+json',
    'application/ld+json; profile="x"',
  ])('declares %j as JSON', (type) => expect(declaredSyntax(type)).toBe(jsonSyntax));

  it.each(['application/xml', 'text/xml; charset=utf-8', 'TEXT/XML', 'application/soap+xml;action="x"'])(
    'declares %j as XML',
    (type) => expect(declaredSyntax(type)).toBe(xmlSyntax),
  );

  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/csv',
    'application/x-ndjson',
    'application/jsonlines',
    'application/xml-dtd',
    'text/plain; note=application/json',
    'text/html+jsonx',
  ])('declares %j as plain text', (type) => expect(declaredSyntax(type)).toBeUndefined());
});
