/** The operations as an OpenAPI document of their own. */
import { mayAskAboutPeople, type AdminEndpoint, type AdminStream } from '@sluice/contracts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import {
  alwaysTrue,
  documentOf,
  failuresOf,
  jsonBody,
  requestHeaders,
  responseHeaders,
  statusWords,
} from './openapi-parts.js';

const facts = {
  title: 'Sluice: operations',
  description:
    'What operators do and see. Every answer is an envelope: `success` with `data`, or `success: false` with `error`. Whoever has logged in to the dashboard calls with the session, programs with an admin key.',
  // The document is served where the operations are.
  publicUrl: '/',
};

const adminKey = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Admin-Key',
  description:
    'An admin key, made with `sluice admin-keys create` or by who may administer. It has a role in the installation, or in one tenant.',
} as const;

const MOST_BODY = '4 MB';

/** Describes the operations. */
export function describeOperations(operations: readonly (AdminEndpoint | AdminStream)[]): object {
  return documentOf(facts, { adminKey }, operations, operationOf);
}

function operationOf(declared: AdminEndpoint | AdminStream): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, params, query, body, examples, errors } = declared;
  return {
    operationId,
    summary,
    description: `${description} ${neededRole(declared)}`,
    tags: [tag],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      header: requestHeaders,
    },
    ...(body && { requestBody: jsonBody(body, examples.body, MOST_BODY) }),
    responses: { ...successOf(declared), ...failuresOf(errors) },
  };
}

function neededRole({ role, scope, members, asksAboutPeople }: AdminEndpoint | AdminStream): string {
  if (scope === 'self') return 'For everybody.';
  const asking = asksAboutPeople ? ', or `operate` to ask about stored people' : '';
  const askers = members.filter(mayAskAboutPeople);
  const only =
    asksAboutPeople && askers.length < members.length ? ` (${quoted(askers)} about stored people)` : '';
  const inTenant = scope === 'installation' ? '' : `; in the tenant, ${quoted(members)}${only}`;
  return `Needs the operator’s role \`${role}\`${asking}${inTenant}.`;
}

const quoted = (roles: readonly string[]): string => roles.map((role) => `\`${role}\``).join(', ');

function successOf(declared: AdminEndpoint | AdminStream): Record<string, ZodOpenApiResponseObject> {
  if ('format' in declared) {
    const { format, item, examples } = declared;
    const [type, description] =
      format === 'events'
        ? ['text/event-stream', 'Server-sent events; the `data` of each is JSON of this form.']
        : ['application/x-ndjson', 'Lines, each JSON of this form.'];
    return {
      200: {
        description,
        headers: responseHeaders,
        content: { [type]: { schema: item, example: examples.item } },
      },
    };
  }
  const { data, examples, successStatus } = declared;
  const schema = z.object({ success: alwaysTrue, data: data.describe('The result.') });
  return {
    [successStatus]: {
      description: statusWords[successStatus],
      headers: responseHeaders,
      content: { 'application/json': { schema, example: { success: true, data: examples.data } } },
    },
  };
}
