/** docs/fields.md has a row for every field of the interface, and none for a field that does not exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clientInputSchema,
  clientSchema,
  endpoints,
  fieldLibraryEntryInputSchema,
  fieldLibraryEntrySchema,
  fileReferenceSchema,
  tenantInputSchema,
} from '@sluice/contracts';
import { projectRoot } from '@sluice/local';
import { z } from 'zod';

type Endpoint = (typeof endpoints)[number];
type OperationId = Endpoint['operationId'];
type Schemas = { readonly body?: z.ZodType; readonly query?: z.ZodType; readonly data?: z.ZodType };

const endpointOf = (id: OperationId): Schemas => endpoints.find(({ operationId }) => operationId === id)!;
const schemasOf = (...parts: readonly (readonly [OperationId, keyof Schemas])[]) =>
  parts.map(([id, part]) => endpointOf(id)[part]!);

/** The endpoints whose body or answer is a resource. */
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
const others = 'Text messages, pixels and what else is asked';

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

/** The paths that the rows of each section name. */
const page = readFileSync(join(projectRoot, 'docs', 'fields.md'), 'utf8');
const sections = new Map(
  page.split(/^## /m).map((section) => {
    const [title = ''] = section.split('\n');
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    return [title, rows.map((row) => row.split('|').map((cell) => cell.trim()))] as const;
  }),
);
const named = (title: string) =>
  (sections.get(title) ?? []).flatMap(([, fields = '']) =>
    [...fields.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  );
const covers = (row: string, field: string) =>
  row.endsWith('.*') ? field.startsWith(row.slice(0, -1)) : row === field;

const expected: readonly (readonly [title: string, fields: readonly string[]])[] = [
  ...Object.entries(resources).map(
    ([title, schemas]) => [title, [...new Set(schemas.flatMap((schema) => fieldsOf(schema)))]] as const,
  ),
  [
    others,
    endpoints
      .filter(({ operationId }) => !ofResources.includes(operationId))
      .flatMap((endpoint: Schemas & { readonly operationId: string }) =>
        [endpoint.body, endpoint.query].flatMap((schema) =>
          schema ? fieldsOf(schema, endpoint.operationId) : [],
        ),
      ),
  ],
];

describe.each(expected)('docs/fields.md, under %s,', (title, fields) => {
  it('has a row for every field', () => {
    expect(fields.length).toBeGreaterThan(5);
    const rows = named(title);
    expect(fields.filter((field) => !rows.some((row) => covers(row, field)))).toEqual([]);
  });

  it('has no row for a field that does not exist, and none that says nothing', () => {
    expect(named(title).filter((row) => !fields.some((field) => covers(row, field)))).toEqual([]);
    const saysNothing = (sections.get(title) ?? []).filter(
      ([, , does = '', where = '']) => does === '' || where === '' || /\bidle\b/i.test(does),
    );
    expect(saysNothing).toEqual([]);
  });

  it('names each field once', () => {
    const rows = named(title);
    const twice = fields.filter((field) => rows.filter((row) => covers(row, field)).length > 1);
    expect(twice).toEqual([]);
  });
});
