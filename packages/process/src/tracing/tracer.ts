/**
 * Creates spans with OpenTelemetry. A request, and each lead of a batch, has a scope that follows its asynchronous
 * calls. The span of a lead starts when its document is loaded, because the document holds its trace.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  defaultTextMapSetter,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { TraceContext } from '@sluice/contracts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a submission or effect that its span records. */
export interface TracedWork {
  readonly traceContext?: TraceContext | undefined;
  readonly tenantId: string;
  readonly leadId?: string | undefined;
  readonly submissionId?: string | undefined;
  readonly effectId?: string | undefined;
}

/** The log fields that identify a trace. */
export interface TraceFields {
  readonly traceId?: string;
  readonly requestId?: string;
}

/** The span of a request. */
export interface TracedRequest {
  /** Calls `next`; whatever follows from it belongs to the request. */
  run(next: () => void): void;
  /** `fields` are those of the request's log line. */
  end(fields: Readonly<Record<string, unknown>>): void;
}

/** The span of a batch: a trace of its own, linked in both directions with the spans of its leads. */
export interface TracedBatch {
  /** Runs one lead of the batch; its span records the outcome. */
  lead<T extends { readonly outcome: string }>(run: () => Promise<T>): Promise<T>;
  /** The traces and requests that its leads belong to, for the log line of the batch. */
  fields(): { readonly traceIds: readonly string[]; readonly requestIds: readonly string[] };
  end(): void;
}

/** The span of an outbound call. */
export interface OutgoingCall {
  readonly headers: Readonly<Record<string, string>>;
  /** `failure` says why no answer came. */
  end(answer: { readonly status?: number; readonly failure?: string }): void;
}

/** Creates the spans of one process. */
export interface Tracer {
  request(method: string, headers: IncomingHttpHeaders, requestId: string): TracedRequest;
  batch(queue: string, size: number): TracedBatch;
  continueTrace(work: TracedWork): void;
  context(): TraceContext | undefined;
  call(method: string, url: URL): OutgoingCall;
  fields(): TraceFields;
  stop(): Promise<void>;
}

/** The work in progress. */
interface Scope {
  span?: Span;
  requestId?: string | undefined;
  readonly queue?: string;
  readonly startedAt?: number;
  readonly batch?: Span;
}

// Only this format is read and sent, whatever OTEL_PROPAGATORS says: documents store it, and baggage is not propagated.
const propagator = new W3CTraceContextPropagator();

/** Starts the SDK, configured by its own variables such as the collector, and traces as `serviceName`. */
export function createTracer(serviceName: string): Tracer {
  // Metrics are scraped and logs are written to standard output; the SDK exports neither.
  const sdk = new NodeSDK({ serviceName, metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  const tracer = trace.getTracer('sluice');
  const scopes = new AsyncLocalStorage<Scope>();

  return {
    request(method, headers, requestId) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'sluice.request_id': requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      return {
        run: (next) => scopes.run({ span, requestId }, next),
        end: (fields) => endRequest(span, method, fields),
      };
    },

    batch(queue, size) {
      const attributes = {
        'messaging.system': 'bullmq',
        'messaging.operation.type': 'process',
        'messaging.destination.name': queue,
        'messaging.batch.message_count': size,
      };
      const batch = tracer.startSpan(`${queue} batch`, { kind: SpanKind.CONSUMER, root: true, attributes });
      const leads: Scope[] = [];
      return {
        lead(run) {
          const scope: Scope = { queue, startedAt: Date.now(), batch };
          leads.push(scope);
          return scopes.run(scope, async () => {
            try {
              const result = await run();
              scope.span?.setAttribute('sluice.outcome', result.outcome);
              return result;
            } catch (error) {
              fail(scope.span, (error as Error).name);
              throw error;
            } finally {
              scope.span?.end();
            }
          });
        },
        fields: () => ({
          traceIds: distinct(leads.map(({ span }) => span?.spanContext().traceId)),
          requestIds: distinct(leads.map(({ requestId }) => requestId)),
        }),
        end: () => batch.end(),
      };
    },

    continueTrace(work) {
      const scope = scopes.getStore();
      if (scope?.queue === undefined || scope.span !== undefined) return;
      const { queue, startedAt, batch } = scope;
      scope.requestId = work.traceContext?.requestId;
      scope.span = tracer.startSpan(
        queue,
        {
          kind: SpanKind.CONSUMER,
          attributes: idsOf(work),
          ...(startedAt !== undefined && { startTime: startedAt }),
          ...(batch && { links: [{ context: batch.spanContext() }] }),
        },
        propagator.extract(ROOT_CONTEXT, work.traceContext ?? {}, defaultTextMapGetter),
      );
      batch?.addLink({ context: scope.span.spanContext() });
    },

    context() {
      const scope = scopes.getStore();
      if (!scope?.span) return undefined;
      const { requestId } = scope;
      return { ...headersOf(within(scope)), ...(requestId !== undefined && { requestId }) } as TraceContext;
    },

    call(method, url) {
      const attributes = {
        'http.request.method': method,
        'server.address': url.hostname,
        // Neither path nor query, which may hold a secret or personal data.
        ...(url.port !== '' && { 'server.port': Number(url.port) }),
      };
      const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, within(scopes.getStore()));
      return {
        headers: headersOf(trace.setSpan(ROOT_CONTEXT, span)),
        end({ status, failure }) {
          if (status !== undefined) span.setAttribute('http.response.status_code', status);
          if (failure !== undefined || (status ?? 0) >= 400) fail(span, failure ?? String(status));
          span.end();
        },
      };
    },

    fields() {
      const scope = scopes.getStore();
      return {
        ...(scope?.span && { traceId: scope.span.spanContext().traceId }),
        ...(scope?.requestId !== undefined && { requestId: scope.requestId }),
      };
    },

    stop: () => sdk.shutdown(),
  };
}

function within(scope: Scope | undefined): Context {
  return scope?.span ? trace.setSpan(ROOT_CONTEXT, scope.span) : ROOT_CONTEXT;
}

// Only the trace is propagated, without vendor state that a caller may have sent.
function headersOf(context: Context): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  const { traceparent } = carrier;
  return traceparent === undefined ? {} : { traceparent };
}

function idsOf({ tenantId, leadId, submissionId, effectId }: TracedWork): Attributes {
  return {
    'sluice.tenant_id': tenantId,
    ...(leadId !== undefined && { 'sluice.lead_id': leadId }),
    ...(submissionId !== undefined && { 'sluice.submission_id': submissionId }),
    ...(effectId !== undefined && { 'sluice.effect_id': effectId }),
  };
}

function endRequest(span: Span, method: string, fields: Readonly<Record<string, unknown>>): void {
  const { route, status, tenantId, leadId, submissionId } = fields as Readonly<Record<string, string>>;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    ...(route !== undefined && { 'http.route': route }),
    'http.response.status_code': Number(status),
    ...(tenantId !== undefined && { 'sluice.tenant_id': tenantId }),
    ...(leadId !== undefined && { 'sluice.lead_id': leadId }),
    ...(submissionId !== undefined && { 'sluice.submission_id': submissionId }),
  });
  if (Number(status) >= 500) fail(span, String(status));
  span.end();
}

// Only the kind of the error: a message may quote personal data.
function fail(span: Span | undefined, type: string): void {
  span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
}

function distinct(ids: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter((id) => id !== undefined);
}
