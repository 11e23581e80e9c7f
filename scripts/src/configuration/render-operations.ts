/** The operations of the admin API, from their declarations. */
import {
  adminEndpoints,
  adminStreams,
  mayBeAudited,
  type AdminEndpoint,
  type AdminStream,
} from '@sluice/contracts';
import type { z } from 'zod';
import { fieldColumns, fieldRows, schemaOf } from './field-table.js';
import { code, json, opened, plain, table } from './markdown.js';

type Operation = AdminEndpoint | AdminStream;

/** The page. */
export function renderOperations(): string {
  const operations: readonly Operation[] = [...adminEndpoints, ...adminStreams];
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return [
    opened(
      'Operations of the admin API',
      `The dashboard serves these ${operations.length} operations under \`/admin/v1\`. [The admin API](../build/admin-api.md) says how to call them. Their whole schemas are in the OpenAPI document at \`/admin/v1/openapi.json\`.`,
      '_Operator_ is the lowest role of an operator that may use it: `view`, `operate`, `administer`. _Members_ are the roles of a tenant’s own people that may. A star marks a required field. Refusals have the codes of [Errors](errors.md).',
    ),
    ...tags.flatMap((tag) => [
      `## ${capitalised(tag.replace('Admin: ', ''))}\n`,
      ...operations.filter((one) => one.tag === tag).map(told),
    ]),
  ].join('\n');
}

function told(operation: Operation): string {
  const { operationId, method, path, summary, description, role, members, examples } = operation;
  const { query, body }: { readonly query?: z.ZodType; readonly body?: z.ZodType } = operation;
  const people = members.length === 0 ? 'none' : members.map(code).join(', ');
  const facts = [
    `Operator: ${code(role)}`,
    `members: ${people}`,
    `answer: ${answerOf(operation)}`,
    ...(mayBeAudited(operation) ? ['audited'] : []),
  ];
  const fields = [...fieldsOf('query', query), ...fieldsOf('body', body)];
  return [
    `### ${plain(summary)}\n`,
    `${code(`${method} ${path}`)} (${code(operationId)})\n`,
    `${plain(description)}\n`,
    `${facts.join('; ')}.\n`,
    ...(fields.length === 0 ? [] : [table(['in', ...fieldColumns], fields)]),
    ...(examples.body === undefined ? [] : ['A body:\n', json(examples.body)]),
  ].join('\n');
}

function answerOf(operation: Operation): string {
  if ('format' in operation) return operation.format === 'events' ? 'server-sent events' : 'lines of JSON';
  return String(operation.successStatus);
}

function fieldsOf(place: string, schema: z.ZodType | undefined): readonly (readonly string[])[] {
  if (!schema) return [];
  const root = schemaOf(schema);
  return fieldRows(root, root).rows.map((row) => [place, ...row]);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
