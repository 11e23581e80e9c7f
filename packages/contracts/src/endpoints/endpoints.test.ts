import type { z } from 'zod';
import { errors } from '../errors.js';
import type {
  EndpointBody,
  EndpointBodySent,
  EndpointData,
  EndpointParams,
  EndpointQuery,
} from './define-endpoint.js';
import { endpoints } from './endpoints.js';
import { failureEnvelopeSchema, messageEnvelopeSchema, successEnvelopeSchema } from './envelope.js';
import type { moveLead, repostLead } from './lead-changes.js';
import type { listLeads, submitLead } from './lead-intake.js';

interface AnyEndpoint {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly data?: z.ZodType;
  readonly examples: { readonly body?: unknown; readonly data?: unknown; readonly message?: string };
}
const declared = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('the HTTP interface', () => {
  it('has exactly these endpoints and response statuses', () => {
    expect(endpoints.map((e) => `${e.method} ${e.path.replace('/api/v1', '')} ${e.successStatus}`)).toEqual([
      'POST /campaigns 201',
      'GET /campaigns/{campaignId} 200',
      'POST /leads/submit 202',
      'GET /leads 200',
      'POST /leads 201',
      'PATCH /leads/bulk 200',
      'POST /leads/{leadId}/repost 202',
      'POST /leads/{leadId}/deliver 202',
      'POST /leads/{leadId}/move-to-campaign 202',
      'POST /sms/send 202',
      'POST /pixels/fire 200',
      'GET /clients 200',
      'POST /offers 201',
      'GET /offers/{offerId} 200',
      'PATCH /offers/{offerId} 200',
      'POST /files 200',
      'GET /interactions/lead/{leadId} 200',
      'GET /interactions/{interactionId} 200',
      'GET /field-library 200',
      'POST /interactions 201',
      'GET /ledger 200',
      'POST /ledger/adjustments 201',
      'GET /reports/leads 200',
      'GET /returns 200',
      'POST /returns 201',
      'POST /returns/{returnId}/approve 200',
      'POST /returns/{returnId}/deny 200',
      'POST /returns/{returnId}/withdraw 200',
      'GET /supplier/leads 200',
      'GET /supplier/leads/{leadId} 200',
      'GET /supplier/report 200',
      'POST /duplicates/check 200',
      'POST /suppression-lists/{listId}/entries 200',
      'POST /suppression-lists/{listId}/entries/remove 200',
      'POST /suppression-lists/{listId}/entries/check 200',
    ]);
    expect(new Set(endpoints.map((endpoint) => endpoint.operationId)).size).toBe(endpoints.length);
  });
});

// Its numbers would be taken for what was asked for.
const refusesQueries = ({ operationId }: { readonly operationId: string }) =>
  ['leadReport', 'supplierReport'].includes(operationId);

// The hash of a body that is one number tells the number.
const keepsNothing: readonly string[] = [
  'checkDuplicate',
  'addSuppressionEntries',
  'removeSuppressionEntries',
  'checkSuppressionEntry',
];

describe.each(declared)('endpoint %s', (_name, endpoint) => {
  const any: AnyEndpoint = endpoint;

  it('declares exactly the parameters of its path', () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(any.params?.shape ?? {})).toEqual(inPath);
  });

  it('has examples that its own schemas accept', () => {
    expect(any.examples.body === undefined).toBe(any.body === undefined);
    if (any.body) expect(any.body.safeParse(any.examples.body).error).toBeUndefined();
    if (any.data) {
      expect(
        successEnvelopeSchema(any.data).safeParse({ success: true, data: any.examples.data }).error,
      ).toBeUndefined();
      // Data is returned unchanged, so the schema may not drop a field of its own example.
      expect(any.data.parse(any.examples.data)).toMatchObject(any.examples.data as object);
    } else {
      expect(
        messageEnvelopeSchema.safeParse({ success: true, message: any.examples.message }).error,
      ).toBeUndefined();
    }
  });

  it('honours Idempotency-Key exactly when its method is POST, unless it keeps nothing of its body', () => {
    const isKept = endpoint.method === 'POST' && !keepsNothing.includes(endpoint.operationId);
    expect('idempotent' in endpoint && endpoint.idempotent).toBe(isKept);
  });

  it('declares the error responses that its kind implies, each once', () => {
    const reported = new Set(endpoint.errors);
    expect(reported.size).toBe(endpoint.errors.length);
    for (const code of ['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const) {
      expect(reported).toContain(code);
    }
    for (const code of ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) {
      expect(reported.has(code)).toBe(any.body !== undefined);
    }
    expect(reported.has('VALIDATION_ERROR')).toBe(any.body !== undefined || refusesQueries(endpoint));
    const isKept = endpoint.method === 'POST' && !keepsNothing.includes(endpoint.operationId);
    expect(reported.has('IDEMPOTENCY_CONFLICT')).toBe(isKept);
    const byItsBody = ['sendSms', 'firePixel', 'requestReturn'];
    const addressesOne = any.params !== undefined || byItsBody.includes(endpoint.operationId);
    expect(reported.has('NOT_FOUND')).toBe(addressesOne);
  });

  it('accepts any malformed query without a failure, unless it is a report', () => {
    const read = any.query?.safeParse({ limit: {}, page: [], active: 5, nonsense: 'x' });
    expect(read?.success === false).toBe(refusesQueries(endpoint));
  });
});

describe('the TypeScript types of an endpoint', () => {
  it('are derived from its schemas', () => {
    const body = { campaignId: 'A', leadId: 'lead_1', questionnaire: {} } satisfies EndpointBody<
      typeof submitLead
    >;
    const sent = { campaignId: 'A' } satisfies EndpointBodySent<typeof submitLead>;
    const params = { leadId: 'lead_1' } satisfies EndpointParams<typeof repostLead>;
    const query = { limit: 5, status: ['delivered'] } satisfies EndpointQuery<typeof listLeads>;
    const data = { leadId: 'l', newSubmissionId: 's', requiresQualification: false } satisfies EndpointData<
      typeof repostLead
    >;
    const nothing: EndpointData<typeof moveLead> = undefined;
    // @ts-expect-error -- a parsed limit is a number
    const wrong = { limit: '5' } satisfies EndpointQuery<typeof listLeads>;
    expect([body, sent, params, query, data, nothing, wrong]).toHaveLength(7);
  });
});

describe('the failure envelope', () => {
  it.each(Object.keys(errors).map((code) => [code]))('accepts the code %s', (code) => {
    expect(failureEnvelopeSchema.safeParse({ success: false, error: { code, message: 'm' } }).success).toBe(
      true,
    );
  });

  it('refuses any other code', () => {
    expect(
      failureEnvelopeSchema.safeParse({ success: false, error: { code: 'OOPS', message: 'm' } }).success,
    ).toBe(false);
  });
});
