/**
 * The JSON Schema of the tenant file as forms need it. Objects and lists of objects stay what they are, for the library that
 * reads them; everything else becomes a text whose `format` names the field that shows it (`form-part.tsx`). The browser checks
 * nothing by it.
 */
import { labelOf } from '@sluice/contracts/words';
import type { RJSFSchema } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../api/problem.js';
import type { Answer } from '../api/queries.js';
import { noteLost } from '../api/connection.js';
import type { Looks } from './looks.js';

/** The part of a JSON Schema that is read. */
export interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly $defs?: Readonly<Record<string, Node>>;
}

const PATH = '/schemas/tenant.json';

/** Loads the schema, once. */
export function useTenantSchema(): Answer<Node> {
  return useQuery({ queryKey: [PATH], queryFn: readSchema, staleTime: Infinity });
}

async function readSchema({ signal }: { readonly signal: AbortSignal }): Promise<Node> {
  const response = await fetch(PATH, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    noteLost();
    throw new Problem('OFFLINE', 'The dashboard does not answer.');
  });
  if (!response.ok) throw new Problem('INTERNAL_ERROR', 'The fields of forms cannot be read.');
  return (await response.json()) as Node;
}

/** The schema of an item of the section. */
export function itemSchema(file: Node, section: string): Node {
  const { properties = {} } = file;
  const { tenantId = {}, name = {}, settings = {} } = properties;
  const item =
    section === 'tenant'
      ? {
          type: 'object',
          required: ['tenantId', 'name', 'settings'],
          properties: { tenantId, name, settings },
        }
      : (properties[section]?.items ?? {});
  return { ...item, $defs: file.$defs ?? {} };
}

/**
 * The schema for the library. Only these fields are in it, by their places (`settings.timezone`); all if none is named. The
 * field `id` names the item itself, and whether it is archived is no field.
 */
export function formSchema(item: Node, looks: Looks, id: string, only?: readonly string[]): RJSFSchema {
  const shared = item.$defs ?? {};
  const resolved = ({ $ref, ...node }: Node): Node =>
    $ref === undefined ? node : { ...resolved(shared[$ref.replace('#/$defs/', '')] ?? {}), ...node };

  const objectOf = (node: Node, place: string, wanted: readonly string[] | undefined): RJSFSchema => {
    const entries = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
      const at = place === '' ? name : `${place}.${name}`;
      if (at === 'archived') return [];
      const isWhole = wanted === undefined || wanted.includes(at);
      const within = wanted?.filter((each) => each.startsWith(`${at}.`)) ?? [];
      if (!isWhole && within.length === 0) return [];
      return [[name, fieldOf(name, resolved(inner), at, isWhole ? undefined : within)] as const];
    });
    // In the order in which they are wanted.
    const order = (at: string) => wanted?.findIndex((each) => each === at || each.startsWith(`${at}.`)) ?? 0;
    const before = place === '' ? '' : `${place}.`;
    entries.sort(([one], [other]) => order(before + one) - order(before + other));
    return {
      type: 'object',
      properties: Object.fromEntries(entries),
      ...(node.required && { required: [...node.required] }),
    };
  };

  const fieldOf = (
    name: string,
    node: Node,
    at: string,
    wanted: readonly string[] | undefined,
  ): RJSFSchema => {
    const look = at === id ? { as: 'text', label: 'Id' } : { ...looks[name], ...looks[at] };
    const named = {
      title: look.label ?? labelOf(name),
      description: look.hint ?? node.description?.replaceAll('`', '') ?? '',
    };
    const inner = node.items && resolved(node.items);
    if (look.as === undefined && node.properties)
      // A part of an object stands among the fields of its section.
      return { ...objectOf(node, at, wanted), ...named, 'x-flat': wanted !== undefined };
    if (look.as === undefined && inner?.properties)
      return { type: 'array', items: { ...objectOf(inner, at, undefined), title: named.title }, ...named };
    return {
      type: 'string',
      format: look.as ?? formatOf(node, inner),
      ...named,
      'x-node': node,
      'x-look': look,
    };
  };

  return objectOf(item, '', only);
}

function formatOf(node: Node, inner: Node | undefined): string {
  const { type, enum: choices, anyOf, maxLength = 0, additionalProperties } = node;
  if (choices) return 'choice';
  if (inner) return inner.enum ? 'some' : 'lines';
  if (typeof additionalProperties === 'object')
    return additionalProperties.type === 'boolean' ? 'switches' : 'pairs';
  if (anyOf) return anyOf.some((each) => each.properties) ? 'source' : 'scalar';
  if (type === 'boolean') return 'yes-no';
  if (type === 'integer' || type === 'number') return 'number';
  if (node.format === 'date') return 'date';
  return maxLength > 10_000 ? 'long-text' : 'text';
}
