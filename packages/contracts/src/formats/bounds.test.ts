/** Walks every schema that parses outside input, and finds parts of unbounded size. */
import { z } from 'zod';
import { endpoints } from '../endpoints/index.js';
import { tenantFileSchema } from '../tenant-file/tenant-file.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

// Any JSON value is bounded by a check before the schemas, and is described under this name.
const anyValue = '#/$defs/AnyValue';

function unbounded(schema: Schema, at: string, definitions: Readonly<Record<string, Schema>>): string[] {
  if (schema.$ref === anyValue) return [];
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/$defs/', '');
    // A schema that names itself would be walked forever; none does.
    return unbounded(definitions[name]!, at, definitions);
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (alternatives.length > 0) return alternatives.flatMap((each) => unbounded(each, at, definitions));
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  if (typeof schema.type === 'object') {
    return schema.type.flatMap((type) => unbounded({ ...schema, type }, at, definitions));
  }
  switch (schema.type) {
    case 'string':
      return schema.maxLength === undefined ? [`${at}: text`] : [];
    case 'array':
      return [
        ...(schema.maxItems === undefined ? [`${at}: list`] : []),
        ...unbounded(schema.items ?? {}, `${at}[]`, definitions),
      ];
    case 'object':
      return unboundedObject(schema, at, definitions);
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return [];
    default:
      return [`${at}: anything`];
  }
}

function unboundedObject(
  schema: Schema,
  at: string,
  definitions: Readonly<Record<string, Schema>>,
): string[] {
  const { properties = {}, additionalProperties = false, maxProperties, propertyNames } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    unbounded(field, `${at}.${name}`, definitions),
  );
  if (additionalProperties === false) return fields;
  const open = maxProperties === undefined || propertyNames?.maxLength === undefined;
  const values = additionalProperties === true ? {} : additionalProperties;
  return [...fields, ...(open ? [`${at}: map`] : []), ...unbounded(values, `${at}.*`, definitions)];
}

// A preprocessing step is described by its result, so the bounds are those of the result.
function unboundedPartsOf(schema: z.ZodType): string[] {
  const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema;
  return unbounded(described, '', described.$defs ?? {});
}

const read = [
  ...endpoints.flatMap((endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = (endpoint as { readonly [P in typeof part]?: z.ZodType })[part];
      return schema === undefined ? [] : [[`${part} of ${endpoint.operationId}`, schema] as const];
    }),
  ),
  ['the tenant file', tenantFileSchema] as const,
];

it.each(read)('the %s have a maximum size in every part', (_name, schema) => {
  expect(unboundedPartsOf(schema).map((part) => part.replace(/^\./, ''))).toEqual([]);
});

it.each([
  ['a text', z.object({ a: z.string() })],
  ['a list', z.object({ a: z.array(z.boolean()) })],
  ['a map', z.record(z.string(), z.boolean())],
  ['anything', z.object({ a: z.unknown() })],
  ['an open object', z.looseObject({})],
])('the check finds a part without a greatest size: %s', (_name, schema) => {
  expect(unboundedPartsOf(schema)).not.toEqual([]);
});
