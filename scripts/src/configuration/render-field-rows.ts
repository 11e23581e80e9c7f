/**
 * The rows of the page on fields: one for every field of the interface and of the tenant file. People write what a field
 * does; which fields there are is known from the schemas.
 */
import {
  clientInputSchema,
  clientSchema,
  endpoints,
  fieldLibraryEntryInputSchema,
  fieldLibraryEntrySchema,
  fileReferenceSchema,
  tenantInputSchema,
} from '@sluice/contracts';
import { markdownTable } from 'markdown-table';
import { z } from 'zod';
import { FIELDS_FILE } from './render-lead-fields.js';

type Endpoint = (typeof endpoints)[number];
type OperationId = Endpoint['operationId'];
type Schemas = { readonly body?: z.ZodType; readonly query?: z.ZodType; readonly data?: z.ZodType };
/** A row's cells: the fields, what they do, where to see it. */
type Row = readonly string[];

const endpointOf = (id: OperationId): Schemas => endpoints.find(({ operationId }) => operationId === id)!;
const schemasOf = (...parts: readonly (readonly [OperationId, keyof Schemas])[]) =>
  parts.map(([id, part]) => endpointOf(id)[part]!);

/** The sections about resources, with what is sent of each and what is answered. */
const resources: Readonly<Record<string, readonly z.ZodType[]>> = {
  Campaign: schemasOf(['createCampaign', 'body'], ['getCampaign', 'data']),
  Offer: schemasOf(['createOffer', 'body'], ['updateOffer', 'body'], ['getOffer', 'data']),
  Client: [clientInputSchema, clientSchema],
  Lead: schemasOf(['submitLead', 'body'], ['createLead', 'body']),
  Interaction: schemasOf(['recordInteraction', 'body'], ['getInteraction', 'data']),
  File: [...schemasOf(['upsertFile', 'body']), fileReferenceSchema],
  'Field library entry': [fieldLibraryEntryInputSchema, fieldLibraryEntrySchema],
  Tenant: [tenantInputSchema],
};
const ofResources: readonly OperationId[] = [
  ...(['createCampaign', 'createOffer', 'updateOffer', 'submitLead', 'createLead'] as const),
  ...(['recordInteraction', 'upsertFile'] as const),
];

/** Each section that has a row for every field, with these fields. */
function sections(): readonly (readonly [title: string, fields: readonly string[]])[] {
  const others = endpoints
    .filter(({ operationId }) => !ofResources.includes(operationId))
    .flatMap(({ operationId, ...schemas }) => {
      const { body, query }: Schemas = schemas;
      return [body, query].flatMap((schema) => (schema ? fieldsOf(schema, operationId) : []));
    });
  return [
    ...Object.entries(resources).map(
      ([title, schemas]) => [title, [...new Set(schemas.flatMap((schema) => fieldsOf(schema)))]] as const,
    ),
    ['Text messages, pixels and what else is asked', others],
  ];
}

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** The paths of all fields of a schema that have no fields of their own. */
function fieldsOf(schema: z.ZodType, under = ''): readonly string[] {
  const root = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Node & {
    readonly $defs?: Readonly<Record<string, Node>>;
  };
  const walk = (found: Node, path: readonly string[]): readonly string[] => {
    const node = found.$ref === undefined ? found : (root.$defs?.[found.$ref.replace('#/$defs/', '')] ?? {});
    if (node.properties)
      return Object.entries(node.properties).flatMap(([name, each]) => walk(each, [...path, name]));
    if (node.items) return walk(node.items, path);
    const variants = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
    return variants.length > 0 ? variants.flatMap((each) => walk(each, path)) : [path.join('.')];
  };
  return [...new Set(walk(root, under === '' ? [] : [under]))];
}

const namesIn = ([fields = '']: Row) => [...fields.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const covers = (name: string, field: string) =>
  name.endsWith('.*') ? field.startsWith(name.slice(0, -1)) : name === field;

/**
 * The page with the rows that its fields need: a field without a row has one at the end, in which people have yet to say
 * what it does; a name that stands for no field, or again, is taken out. Rows that are right stay as they are written.
 * @throws Error if the page lacks a section
 */
export function withFieldRows(page: string): string {
  return sections().reduce((text, [title, fields]) => {
    const { before, table, after } = sectionOf(text, title);
    const rows = neededRows(table.slice(2).map(cellsOf), fields);
    if (rows.length === table.length - 2 && rows.every((row) => row.kept)) return text;
    const rendered = markdownTable([cellsOf(table[0] ?? ''), ...rows.map(({ cells }) => cells)]);
    return `${before}${rendered}\n${after}`;
  }, page);
}

/** The fields of a page whose rows do not say what they do and where to see it, with the section. */
export function unsaidFields(page: string): readonly string[] {
  return sections().flatMap(([title]) => {
    const { table } = sectionOf(page, title);
    return table
      .slice(2)
      .map(cellsOf)
      .filter(([, does = '', where = '']) => does === '' || where === '' || /\bidle\b/i.test(does))
      .map((row) => `${namesIn(row).join(', ')} (${title})`);
  });
}

function neededRows(rows: readonly Row[], fields: readonly string[]) {
  const told = new Set<string>();
  const kept = rows.flatMap((row) => {
    const names = namesIn(row);
    const right = names.filter((name) => {
      const fresh = fields.filter((field) => covers(name, field) && !told.has(field));
      for (const field of fresh) told.add(field);
      return fresh.length > 0;
    });
    if (right.length === names.length) return [{ cells: row, kept: true }];
    return right.length === 0 ? [] : [{ cells: [listed(right), ...row.slice(1)], kept: false }];
  });
  const missing = fields.filter((field) => !told.has(field));
  return [...kept, ...missing.map((field) => ({ cells: [listed([field]), '', ''], kept: false }))];
}

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const cellsOf = (line: string): Row => {
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.slice(1, -1);
};

/** The lines of a section's table, and the page before and behind it. */
function sectionOf(page: string, title: string) {
  const begin = page.indexOf(`\n## ${title}\n`);
  const start = page.indexOf('\n| field', begin) + 1;
  if (begin < 0 || start === 0) throw new Error(`${FIELDS_FILE} has no section "${title}" with a table.`);
  const lines = page.slice(start).split('\n');
  const count = lines.findIndex((line) => !line.startsWith('|'));
  const table = lines.slice(0, count);
  return { before: page.slice(0, start), table, after: lines.slice(count).join('\n') };
}
