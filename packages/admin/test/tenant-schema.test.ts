/** The JSON Schema of a tenant file: what an editor and a form know of it. */
import { sections, tenantFileJsonSchema } from '@sluice/contracts';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

const root = tenantFileJsonSchema() as Node & { readonly $defs?: Readonly<Record<string, Node>> };

/** Every place of `value`, with points between names, that the schema does not know. */
function unknownIn(value: unknown, node: Node, path = ''): readonly string[] {
  const { $ref } = node;
  if ($ref !== undefined) return unknownIn(value, root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}, path);
  if (node.anyOf) {
    const found = node.anyOf.map((each) => unknownIn(value, each, path));
    return found.reduce((least, each) => (each.length < least.length ? each : least));
  }
  if (Array.isArray(value))
    return value.flatMap((each) => (node.items ? unknownIn(each, node.items, path) : []));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const known = node.properties?.[name];
    if (known) return unknownIn(each, known, here);
    if (typeof node.additionalProperties === 'object')
      return unknownIn(each, node.additionalProperties, here);
    return node.additionalProperties === false ? [here] : [];
  });
}

const demo = () =>
  parse(readFileSync(new URL('../../../examples/demo-tenant.yaml', import.meta.url), 'utf8')) as Record<
    string,
    Record<string, unknown>[]
  >;

describe('the JSON Schema of a tenant file', () => {
  it('knows every field of the demo tenant', () => {
    expect(unknownIn(demo(), root)).toEqual([]);
  });

  it('refuses a misspelt field at any depth', () => {
    const file = demo();
    Object.assign(file, { campains: [] });
    Object.assign(file['campaigns']?.[0] ?? {}, { deliveryLimits: [{ cap: 5, activ: true }] });
    expect(unknownIn(file, root)).toEqual(['campaigns.deliveryLimits.activ', 'campains']);
  });

  it('has the fields of each kind of item, its id among them, and that it may be archived', () => {
    for (const { section, id } of sections) {
      const node = root.properties?.[section]?.items;
      const item = node?.$ref === undefined ? node : root.$defs?.[node.$ref.replace('#/$defs/', '')];
      expect([section, Object.keys(item?.properties ?? {})]).toEqual([
        section,
        expect.arrayContaining([id, 'archived']),
      ]);
    }
  });
});
