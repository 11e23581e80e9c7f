/** The tables of the page on the interface, from the schemas, endpoints, errors and words that the gateway uses. */
import {
  endpoints,
  errors,
  fileStatusSchema,
  leadStatuses,
  webhookEvents,
  type ErrorCode,
  type LeadStatus,
} from '@sluice/contracts';
import type { z } from 'zod';
import { fieldColumns, fieldRow, objectIn, resolved, schemaOf, type SchemaNode } from './field-table.js';
import {
  endpointParagraphs,
  limits,
  namedErrors,
  paragraphs,
  type Paragraph,
  type ParagraphName,
} from './interface-facts.js';
import { code, table } from './markdown.js';

/** The page, relative to the project. */
export const INTERFACE_FILE = 'docs/reference/interface.md';

/** A field as our schema has it. */
export interface InterfaceField {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
  /** The field as the interface lists it; absent if it is ours. */
  readonly listed?: { readonly type: string; readonly isRequired: boolean };
  readonly row: readonly string[];
}

/** The fields of a paragraph: those that the interface lists and our schema has, and those that are ours. */
export function fieldsOf(name: ParagraphName): readonly InterfaceField[] {
  const { of, part, at, fields }: Paragraph = paragraphs[name];
  const endpoint: Partial<Record<Paragraph['part'], z.ZodType>> =
    endpoints.find(({ operationId }) => operationId === of) ?? {};
  const root = schemaOf(endpoint[part]!, part === 'data' ? 'output' : 'input');
  const start = (at?.split('.') ?? []).reduce<SchemaNode>(
    (node, step) => objectIn(resolved(node.properties?.[step] ?? {}, root), root) ?? {},
    root,
  );
  const listed = new Map(listedIn(fields).map((field) => [field.name, field]));
  const walk = (object: SchemaNode, path: string): readonly InterfaceField[] =>
    Object.entries(object.properties ?? {}).flatMap(([key, given]) => {
      const whole = `${path}${key}`;
      const node = resolved(given, root);
      const below = objectIn(node, root);
      if (below && [...listed.keys()].some((each) => each.startsWith(`${whole}.`)))
        return walk(below, `${whole}.`);
      const isRequired = object.required?.includes(key) === true && node.default === undefined;
      const row = fieldRow(whole, node, { root, isRequired });
      const known = listed.get(whole);
      return [{ name: whole, node, isRequired, row, ...(known && { listed: known }) }];
    });
  return walk(start, '');
}

/** What a list of fields says of each. */
export function listedIn(fields: string) {
  return fields.split(' ').map((each) => {
    const [, name = '', type = '', star = ''] = /^([\w.]+):([\w-]+)(\*?)$/.exec(each) ?? [];
    return { name, type, isRequired: star === '*' };
  });
}

function paragraphTable(name: ParagraphName): string {
  const { only }: Paragraph = paragraphs[name];
  const fields = fieldsOf(name);
  const ours = fields.filter(({ listed }) => !listed);
  const rows = (some: readonly InterfaceField[]) =>
    table(
      fieldColumns,
      some.map(({ row }) => row),
    );
  const known = rows(fields.filter(({ listed }) => listed));
  return only || ours.length === 0 ? known : `${known}\nOurs, beyond the interface:\n\n${rows(ours)}`;
}

const columns = ['request', 'does', 'answers', 'keys'] as const;

function endpointTable(isOurs: boolean): string {
  const shown = endpoints.filter(
    ({ operationId }) => (endpointParagraphs[operationId] === undefined) === isOurs,
  );
  const rows = shown.map((endpoint) => {
    const {
      operationId,
      method,
      path,
      summary,
      successStatus,
      openTo = 'tenant',
      alsoStatus,
    }: Shown = endpoint;
    const paragraph = endpointParagraphs[operationId];
    const statuses = [successStatus, ...(alsoStatus ? [alsoStatus] : [])].join(', ');
    return [
      ...(isOurs ? [] : [`§${paragraph}`]),
      ...[code(`${method} ${path}`), summary, statuses, keyWords[openTo]],
    ];
  });
  return table(isOurs ? columns : ['§', ...columns], rows);
}

type Shown = Pick<
  (typeof endpoints)[number],
  'operationId' | 'method' | 'path' | 'summary' | 'successStatus'
> & {
  readonly openTo?: keyof typeof keyWords;
  readonly alsoStatus?: number;
};

const keyWords = {
  tenant: 'the tenant’s',
  both: 'the tenant’s, suppliers’',
  suppliers: 'suppliers’',
} as const;

function errorTable(isOurs: boolean): string {
  const codes = (Object.keys(errors) as ErrorCode[]).filter((each) => namedErrors.includes(each) !== isOurs);
  return table(
    ['code', 'status', 'message'],
    codes.map((each) => [code(each), String(errors[each].status), errors[each].message]),
  );
}

function limitTable(): string {
  const rows = limits.map(([what, paragraph, field]) => {
    const found = fieldsOf(paragraph).find(({ name }) => name === field);
    return [what, code(field), found?.row[2] ?? ''];
  });
  return table(['where', 'field', 'limit or default'], rows);
}

const statusWords: Readonly<Record<LeadStatus, string>> = {
  new: 'created directly; not delivered',
  pending: 'accepted and in progress',
  processing: 'set by people: somebody works on it',
  qualified: 'set by people; of an event: it may be sold',
  disqualified: 'it does not meet what its campaign asks for',
  duplicate: 'the person is known already, here or to the buyer',
  pending_action: 'waits for a person or another system',
  queued: 'waits until a known time',
  delivered: 'a buyer accepted it',
  rejected: 'the buyer refused it, or nobody had room; the reason says which',
  failed: 'the buyer could not be reached, and retries are spent',
  error: 'an internal or configuration error, e.g. `no_route`',
  contacted: 'set by people',
  no_answer: 'set by people',
  voicemail: 'set by people',
  scheduled_callback: 'set by people',
  no_contact: 'set by people',
  document_sent: 'set by people',
  pending_signature: 'set by people',
  signed: 'set by people',
  accepted: 'set by people',
  returned: 'set by people, or by an approved return',
};

function statusTable(): string {
  const rows = leadStatuses.map((status) => [code(status), statusWords[status]]);
  return table(['status of a lead', 'it means'], rows);
}

/** Every table by the name under which the page marks its place. */
export const interfaceTables: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    (Object.keys(paragraphs) as ParagraphName[]).map((name) => [name, () => paragraphTable(name)]),
  ),
  'endpoints of the interface': () => endpointTable(false),
  'endpoints of ours': () => endpointTable(true),
  'errors of the interface': () => errorTable(false),
  'errors of ours': () => errorTable(true),
  'statuses of leads': statusTable,
  'statuses of files': () => `${fileStatusSchema.options.map(code).join(', ')}\n`,
  events: () => `${webhookEvents.map(code).join(', ')}\n`,
  limits: limitTable,
};

const place = /<!-- table: ([^>]+) -->\n[^]*?<!-- end -->/g;

/** The page with its tables as the declarations have them. @throws Error if it names one that is none */
export function withInterfaceTables(page: string): string {
  return page.replaceAll(place, (_, name: string) => {
    const rendered = interfaceTables[name];
    if (!rendered) throw new Error(`${INTERFACE_FILE} has a place for a table "${name}", which is none.`);
    return `<!-- table: ${name} -->\n\n${rendered()}\n<!-- end -->`;
  });
}
