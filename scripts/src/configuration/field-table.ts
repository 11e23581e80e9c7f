/** Tables of the fields of a schema: name, type, whether it is required, limits, meaning. */
import { z } from 'zod';
import { code, table } from './markdown.js';

type Constant = string | number | boolean | null;

/** A node of a JSON Schema, as far as tables read it. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly enum?: readonly Constant[];
  readonly const?: Constant;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

/** The schema of what is sent, or with `output` of what is answered. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): SchemaNode {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as SchemaNode;
  // A schema with a name of its own is only referred to.
  return { $defs: {}, ...root, ...resolved(root, root) };
}

/** An object inside of another, which has a table of its own. */
export interface InnerObject {
  /** E.g. `webhooks` or `documents[].conditions`. */
  readonly path: string;
  readonly node: SchemaNode;
  /** The row of the field. */
  readonly row: number;
}

/** The rows of an object's own fields, and the objects among them. */
export interface FieldRows {
  readonly rows: readonly (readonly string[])[];
  readonly inner: readonly InnerObject[];
}

export const fieldColumns = ['field', 'type', 'limits and default', 'meaning'] as const;

/** The node behind a reference, with what is said at the reference. */
export function resolved(node: SchemaNode, root: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const target = root.$defs?.[node.$ref.replace('#/$defs/', '')] ?? {};
  return { ...target, ...(node.description !== undefined && { description: node.description }) };
}

/** The rows of an object; a required field has a star. */
export function fieldRows(object: SchemaNode, root: SchemaNode, path = ''): FieldRows {
  const required = new Set(object.required);
  const inner: InnerObject[] = [];
  const rows = Object.entries(object.properties ?? {}).map(([name, given], row) => {
    const node = resolved(given, root);
    const isNeeded = required.has(name) && node.default === undefined;
    const below = objectIn(node, root);
    const list = node.type === 'array' ? '[]' : '';
    if (below) inner.push({ path: `${path}${name}${list}`, node: below, row });
    return fieldRow(name, node, { root, isRequired: isNeeded });
  });
  return { rows, inner };
}

/** The row of one field. */
export function fieldRow(
  name: string,
  node: SchemaNode,
  { root, isRequired }: { readonly root: SchemaNode; readonly isRequired: boolean },
): readonly string[] {
  const star = isRequired ? ' \\*' : '';
  return [`${code(name)}${star}`, typeOf(node, root), limitsOf(node), node.description ?? ''];
}

/** Where the shapes were told that several places share, by the shape. */
export type Told = Map<string, string>;

/** An object's table, and those of the objects in it, each under a heading of its path; a shape is told once. */
export function fieldTables(
  object: SchemaNode,
  root: SchemaNode,
  { heading, path = '', told = new Map() }: { heading: string; path?: string; told?: Told },
): string {
  const { rows, inner } = fieldRows(object, root, path === '' ? '' : `${path}.`);
  const isTold = inner.map(({ path: at, node }) => {
    const shape = JSON.stringify(node.properties);
    const before = told.get(shape);
    if (before === undefined) told.set(shape, at);
    return before;
  });
  const shown = rows.map((row, index) => {
    const before = isTold[inner.findIndex((one) => one.row === index)];
    return before === undefined ? row : row.with(1, `${row[1]}, as ${code(before)}`);
  });
  const further = inner
    .filter((_, index) => isTold[index] === undefined)
    .flatMap(({ path: at, node }) => [
      `${heading} ${code(at)}\n`,
      fieldTables(node, root, { heading, path: at, told }),
    ]);
  return [table(fieldColumns, shown), ...further].join('\n');
}

/** The object that a field is, or whose list it is; undefined if it has no fields of its own. */
export function objectIn(node: SchemaNode, root: SchemaNode): SchemaNode | undefined {
  if (node.properties) return node;
  if (node.items) return objectIn(resolved(node.items, root), root);
  return variantsOf(node)
    .map((each) => objectIn(resolved(each, root), root))
    .find((each) => each !== undefined);
}

const variantsOf = ({ anyOf = [], oneOf = [], allOf = [] }: SchemaNode) => [...anyOf, ...oneOf, ...allOf];

/** What a field is, in words. */
function typeOf(node: SchemaNode, root: SchemaNode): string {
  if (node.enum) return node.enum.map(constant).join(', ');
  if (node.const !== undefined) return constant(node.const);
  const variants = variantsOf(node);
  if (variants.length > 0)
    return [...new Set(variants.map((each) => typeOf(resolved(each, root), root)))].join(' or ');
  if (node.type === 'array') return listOf(node.items ? typeOf(resolved(node.items, root), root) : 'values');
  if (node.type === 'object') {
    if (node.properties) return 'object';
    const { additionalProperties: values } = node;
    return typeof values === 'object' && values.type !== undefined
      ? `map to ${typeOf(resolved(values, root), root)}`
      : 'object';
  }
  return types[String(node.type)] ?? 'any value';
}

const constant = (value: Constant) => (value === '' ? 'empty' : code(String(value)));

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
};

const plurals: Readonly<Record<string, string>> = {
  text: 'texts',
  object: 'objects',
  number: 'numbers',
  'whole number': 'whole numbers',
};

const listOf = (item: string) => `list of ${plurals[item] ?? item}`;

function limitsOf(node: SchemaNode): string {
  const items = node.type === 'array' && node.items?.$ref === undefined ? node.items : undefined;
  const inner = items ?? node;
  const pattern = inner.pattern !== undefined && inner.pattern.length <= 60 ? inner.pattern : undefined;
  return [
    ...range(node.minItems, node.maxItems, 'items'),
    ...range(inner.minLength, inner.maxLength, `characters${items ? ' each' : ''}`),
    ...(inner.exclusiveMinimum === undefined ? [] : [`over ${inner.exclusiveMinimum}`]),
    ...range(inner.minimum, sane(inner.maximum), ''),
    ...(pattern === undefined ? [] : [code(pattern)]),
    ...(node.default === undefined || isEmpty(node.default) ? [] : [`default ${code(shown(node.default))}`]),
  ].join('; ');
}

const isEmpty = (value: unknown) => typeof value === 'object' && Object.keys(value ?? {}).length === 0;
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const sane = (most: number | undefined) => (most === Number.MAX_SAFE_INTEGER ? undefined : most);

function range(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  const from = least === Number.MIN_SAFE_INTEGER ? undefined : least;
  const text = (said: string) => [unit === '' ? said : `${said} ${unit}`];
  const number = (value: number) => value.toLocaleString('en');
  if (from !== undefined && most !== undefined)
    return text(from === most ? `exactly ${number(from)}` : `${number(from)} to ${number(most)}`);
  if (most !== undefined) return text(`up to ${number(most)}`);
  return from === undefined || (from === 1 && unit === '') ? [] : text(`at least ${number(from)}`);
}
