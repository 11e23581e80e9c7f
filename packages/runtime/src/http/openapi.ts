/**
 * The OpenAPI document, generated from the declarations that validate. It says everything that an integrator is told
 * about a route: fields, examples, headers, every error with its envelope.
 */
import { errors, failureEnvelopeSchema, type ErrorCode } from '@sluice/contracts';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { maxBodyBytes } from './read-request.js';
import type { AnyEndpoint } from './route.js';

/** What the document says about the installation. */
export interface ApiFacts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Where the interface is reached. */
  readonly publicUrl: string;
}

/** Describes `endpoints` as OpenAPI 3.1. */
export function describeApi(endpoints: readonly AnyEndpoint[], facts: ApiFacts): object {
  const { title, version, description, publicUrl } = facts;
  return createDocument({
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(endpoints),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A key of the tenant. It is shown once, when it is made.',
        },
      },
    },
  });
}

function pathsOf(endpoints: readonly AnyEndpoint[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return paths;
}

function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, params, query, body, examples, idempotent } = endpoint;
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      header: idempotent
        ? requestHeaders.extend({ 'Idempotency-Key': idempotencyKeySchema })
        : requestHeaders,
    },
    ...(body && {
      requestBody: {
        required: true,
        description: `JSON of at most ${maxBodyBytes / 1024} kB.`,
        content: {
          'application/json': {
            schema: body,
            ...(examples.body !== undefined && { example: examples.body }),
          },
        },
      },
    }),
    responses: { ...successesOf(endpoint), ...failuresOf(endpoint) },
  };
}

function successesOf(endpoint: AnyEndpoint): Record<string, ZodOpenApiResponseObject> {
  const { data, examples, successStatus, alsoStatus, idempotent } = endpoint;
  const schema = data
    ? z.object({ success: alwaysTrue, data })
    : z.object({ success: alwaysTrue, message: z.string().describe('What was done.') });
  const response = (description: string): ZodOpenApiResponseObject => ({
    description,
    headers: idempotent ? responseHeaders.extend({ 'Idempotent-Replayed': replayedSchema }) : responseHeaders,
    content: {
      'application/json': {
        schema,
        example: data ? { success: true, data: examples.data } : { success: true, message: examples.message },
      },
    },
  });
  return {
    [successStatus]: response(statusWords[successStatus]),
    ...(alsoStatus && { [alsoStatus]: response(statusWords[alsoStatus]) }),
  };
}

function failuresOf({ errors: codes }: AnyEndpoint): Record<string, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    // A used key with another body is told by a status of its own.
    const statuses: readonly number[] =
      code === 'IDEMPOTENCY_CONFLICT' ? [errors[code].status, 422] : [errors[code].status];
    for (const status of statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [String(status), failureResponse(status, these)]),
  );
}

function failureResponse(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const retries = status === 429 || status === 503;
  return {
    description: codes.map((code) => `${code}: ${errors[code].message}.`).join(' '),
    headers: retries ? responseHeaders.extend({ 'Retry-After': retryAfterSchema }) : responseHeaders,
    content: {
      'application/json': {
        schema: failureEnvelopeSchema,
        examples: Object.fromEntries(codes.map((code) => [code, { value: failureExample(code) }])),
      },
    },
  };
}

function failureExample(code: ErrorCode) {
  const details = code === 'VALIDATION_ERROR' && { details: ['email: must be an email address'] };
  return { success: false, error: { code, message: errors[code].message, ...details } };
}

const statusWords = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work goes on in the background.' };

const alwaysTrue = z.literal(true).describe('Always true.');
const replayedSchema = z
  .literal('true')
  .optional()
  .describe('Present when this is the first answer to the Idempotency-Key again.');
const retryAfterSchema = z.string().describe('Seconds to wait.').meta({ example: '5' });
const idempotencyKeySchema = z
  .string()
  .max(255)
  .optional()
  .describe('Makes a repeat safe: for 24 hours the same key and body receive the first answer again.')
  .meta({ example: 'c0ffee00-5eed-4b1d-9b1a-0a1b2c3d4e5f' });
const requestHeaders = z.object({
  'X-Request-Id': z
    .string()
    .max(128)
    .optional()
    .describe('Names the request in our log; made when absent.')
    .meta({ example: 'form-42' }),
});
const responseHeaders = z.object({
  'X-Request-Id': z.string().describe('Names the request in our log.').meta({ example: 'form-42' }),
  RateLimit: z
    .string()
    .optional()
    .describe('What is left of the rate limit; absent when there is none.')
    .meta({ example: '"key";r=99;t=60' }),
  'RateLimit-Policy': z
    .string()
    .optional()
    .describe('The rate limit: requests in a window of seconds.')
    .meta({ example: '"key";q=100;w=60' }),
});
