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
import { usedWithAnotherBody } from './idempotency.js';
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
    ? z.object({ success: alwaysTrue, data: data.describe('What was asked for, or done.') })
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

/** One error as an operation may answer it. */
interface FailureExample {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
}

function failuresOf({ errors: codes }: AnyEndpoint): Record<string, ZodOpenApiResponseObject> {
  const examples = codes.flatMap((code): FailureExample[] => [
    { code, ...errors[code] },
    ...(code === 'IDEMPOTENCY_CONFLICT' ? [{ code, ...usedWithAnotherBody }] : []),
  ]);
  const statuses = new Set(examples.map(({ status }) => status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      String(status),
      failureResponse(examples.filter((one) => one.status === status)),
    ]),
  );
}

function failureResponse(examples: readonly FailureExample[]): ZodOpenApiResponseObject {
  const waits = examples.filter(namesItsWait);
  const retryAfter = waits.length === examples.length ? retryAfterSchema : sometimesRetryAfterSchema;
  return {
    description: examples.map(({ code, message }) => `${code}: ${message}.`).join(' '),
    headers: waits.length > 0 ? responseHeaders.extend({ 'Retry-After': retryAfter }) : responseHeaders,
    content: {
      'application/json': {
        schema: failureEnvelopeSchema,
        examples: Object.fromEntries(examples.map((one) => [one.code, { value: failureExample(one) }])),
      },
    },
  };
}

function namesItsWait({ code, status }: FailureExample): boolean {
  return status === 429 || status === 503 || (code === 'IDEMPOTENCY_CONFLICT' && status === 409);
}

function failureExample({ code, message }: FailureExample) {
  const details = code === 'VALIDATION_ERROR' && { details: ['email: must be an email address'] };
  return { success: false, error: { code, message, ...details } };
}

const statusWords = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work goes on in the background.' };

const alwaysTrue = z.literal(true).describe('Always true.');
const replayedSchema = z
  .literal('true')
  .optional()
  .describe('Present when this is the first answer to the Idempotency-Key again.');
const retryAfterSchema = z.string().describe('Seconds to wait.').meta({ example: '5' });
const sometimesRetryAfterSchema = z
  .string()
  .optional()
  .describe('Seconds to wait; absent where waiting would not help.')
  .meta({ example: '1' });
// `examples` and not `example`: what the docs page fills in by itself would be sent with every call that is tried.
const idempotencyKeySchema = z
  .string()
  .max(255)
  .optional()
  .describe('Makes a repeat safe: for 24 hours the same key and body receive the first answer again.')
  .meta({ examples: ['c0ffee00-5eed-4b1d-9b1a-0a1b2c3d4e5f'] });
const requestHeaders = z.object({
  'X-Request-Id': z
    .string()
    .max(128)
    .optional()
    .describe('Names the request in our log; made when absent.')
    .meta({ examples: ['form-42'] }),
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
