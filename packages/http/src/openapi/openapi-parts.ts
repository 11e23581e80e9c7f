/** What both OpenAPI documents are made of: the frame, and of each operation bodies, failures, headers and statuses. */
import { errors, failureEnvelopeSchema, type ErrorCode } from '@sluice/contracts';
import { release } from '@sluice/process';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { usedWithAnotherBody } from '../requests/idempotency.js';

/** What a document says of itself. */
export interface ApiFacts {
  readonly title: string;
  readonly description: string;
  /** Where its paths begin. */
  readonly publicUrl: string;
}

/**
 * The OpenAPI 3.1 document of `endpoints`, each of which needs a key of the only one of `schemes`; `operationOf` describes
 * each.
 */
export function documentOf<
  E extends { readonly path: string; readonly method: string; readonly tag: string },
>(
  { title, description, publicUrl }: ApiFacts,
  schemes: Readonly<Record<string, ZodOpenApiSecuritySchemeObject>>,
  endpoints: readonly E[],
  operationOf: (endpoint: E) => ZodOpenApiOperationObject,
): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title, version: release, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: { ...schemes } },
  });
}

/** A JSON body of at most `size`. */
export function jsonBody(schema: z.ZodType, example: unknown, size: string): ZodOpenApiRequestBodyObject {
  return {
    required: true,
    description: `JSON of at most ${size}, in UTF-8, or in UTF-16 with a byte order mark.`,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** One error that an operation may answer with. */
interface FailureExample {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
}

/**
 * The failures of an operation by status, with an example of each code. Operations share them as components: written
 * out in each, they were nine tenths of the document, which a browser took seconds to show.
 */
export function failuresOf(codes: readonly ErrorCode[]): Record<string, ZodOpenApiResponseObject> {
  const examples = codes.flatMap((code): FailureExample[] => [
    { code, ...errors[code] },
    ...(code === 'IDEMPOTENCY_CONFLICT' ? [{ code, ...usedWithAnotherBody }] : []),
  ]);
  const statuses = new Set(examples.map(({ status }) => status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      String(status),
      sharedFailure(examples.filter((one) => one.status === status)),
    ]),
  );
}

const failures = new Map<string, ZodOpenApiResponseObject>();

function sharedFailure(examples: readonly FailureExample[]): ZodOpenApiResponseObject {
  const id = [...new Set(examples.map(({ code }) => code)), examples[0]!.status].join('-');
  const known = failures.get(id) ?? { id, ...failureResponse(examples) };
  failures.set(id, known);
  return known;
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

/** The description of each success status. */
export const statusWords = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the work goes on in the background.',
};

/** `success` of an envelope. */
export const alwaysTrue = z.literal(true).describe('Always true.');
const retryAfterSchema = z.string().describe('Seconds to wait.').meta({ example: '5' });
const sometimesRetryAfterSchema = z
  .string()
  .optional()
  .describe('Seconds to wait; absent where waiting would not help.')
  .meta({ example: '1' });
/** The headers that any request may carry. */
export const requestHeaders = z.object({
  'X-Request-Id': z
    .string()
    .max(128)
    .optional()
    .describe('Names the request in our log; made when absent.')
    .meta({ examples: ['form-42'] }),
});
/** The headers that any response may carry. */
export const responseHeaders = z.object({
  'X-Request-Id': z
    .string()
    .describe('Names the request in our log.')
    .meta({ example: 'form-42', header: { id: 'requestId' } }),
  RateLimit: z
    .string()
    .optional()
    .describe('What is left of the rate limit; absent when there is none.')
    .meta({ example: '"key";r=99;t=60', header: { id: 'rateLimit' } }),
  'RateLimit-Policy': z
    .string()
    .optional()
    .describe('The rate limit: requests in a window of seconds.')
    .meta({ example: '"key";q=100;w=60', header: { id: 'rateLimitPolicy' } }),
});
