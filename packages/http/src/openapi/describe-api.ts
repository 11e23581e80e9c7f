/**
 * The OpenAPI document, generated from the same declarations that validate requests. It holds everything an integrator
 * needs to know about a route: fields, examples, headers, and every error with its envelope.
 */
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
  type ApiFacts,
} from './openapi-parts.js';
import { maxBodyBytes } from '../requests/read-request.js';
import type { AnyEndpoint } from '../route.js';

/** Describes the interface. */
export function describeApi(endpoints: readonly AnyEndpoint[], facts: ApiFacts): object {
  const apiKey = {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of the tenant. It is shown once, when it is made.',
  } as const;
  return documentOf(facts, { apiKey }, endpoints, operationOf);
}

function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, params, query, body, examples } = endpoint;
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      header: requestHeaders.extend({
        ...(endpoint.idempotent && { 'Idempotency-Key': idempotencyKeySchema }),
        ...(endpoint.waits && { Prefer: preferSchema }),
      }),
    },
    ...(body && { requestBody: jsonBody(body, examples.body, `${maxBodyBytes / 1024} kB`) }),
    responses: { ...successesOf(endpoint), ...failuresOf(endpoint.errors) },
  };
}

function successesOf(endpoint: AnyEndpoint): Record<string, ZodOpenApiResponseObject> {
  const { data, examples, successStatus, alsoStatus, alsoText, idempotent, waits } = endpoint;
  const schema = data
    ? z.object({ success: alwaysTrue, data: data.describe('The result.') })
    : z.object({ success: alwaysTrue, message: z.string().describe('What was done.') });
  const response = (description: string): ZodOpenApiResponseObject => ({
    description,
    headers: responseHeaders.extend({
      ...(idempotent && { 'Idempotent-Replayed': replayedSchema }),
      ...(waits && { 'Preference-Applied': appliedSchema }),
    }),
    content: {
      'application/json': {
        schema,
        example: data ? { success: true, data: examples.data } : { success: true, message: examples.message },
      },
      ...(alsoText && { [alsoText]: { schema: z.string().describe('The same as a table.') } }),
    },
  });
  return {
    [successStatus]: response(statusWords[successStatus]),
    ...(alsoStatus && { [alsoStatus]: response(statusWords[alsoStatus]) }),
  };
}

const replayedSchema = z
  .literal('true')
  .optional()
  .describe('Present when this is the first answer to the Idempotency-Key again.');
// `examples` instead of `example`, because the docs page would prefill an `example` and send it with every trial call.
const idempotencyKeySchema = z
  .string()
  .max(255)
  .optional()
  .describe(
    'Makes a repeat safe: for 24 hours the same key and body receive the first answer again. A refused request leaves the key free.',
  )
  .meta({ examples: ['c0ffee00-5eed-4b1d-9b1a-0a1b2c3d4e5f'] });
const preferSchema = z
  .string()
  .optional()
  .describe(
    '`wait=N` (RFC 7240): answer as soon as the submission has ended, is held or waits for a person, at the latest after N whole seconds; more than 10 counts as 10. Anything else is ignored.',
  )
  .meta({ examples: ['wait=5'] });
const appliedSchema = z
  .string()
  .optional()
  .describe('Present when `Prefer: wait=N` was followed; then `status` is the one that the lead has by then.')
  .meta({ example: 'wait=5' });
