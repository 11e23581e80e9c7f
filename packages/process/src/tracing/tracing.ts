/**
 * Tracing of this process. It is off, and OpenTelemetry is not even loaded, unless a collector is configured. While
 * tracing is off every function here returns at once, so that it costs a lead nothing.
 */
import type { TraceContext } from '@sluice/contracts';
import { z } from 'zod';
import type { OutgoingCall, TracedWork, Tracer } from './tracer.js';

/** The destination of traces. */
export const tracingFragment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe('Where traces go (OTLP over HTTP). Tracing is on when this is set.'),
} as const;

let tracer: Tracer | undefined;

/**
 * Starts tracing if `endpoint` names a collector; all other settings are OpenTelemetry's own variables. The returned
 * function stops tracing and sends the spans still buffered.
 */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { createTracer } = await import('./tracer.js');
  const started = (tracer = createTracer(`sluice-${service}`));
  return async () => {
    if (tracer === started) tracer = undefined;
    await started.stop();
  };
}

/** The tracer; undefined while tracing is off. */
export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** The trace of the current request or lead, to store with work that continues later. */
export function traceContext(): TraceContext | undefined {
  return tracer?.context();
}

/** Lets the current work continue the trace of a submission or effect, back to the start of its run. */
export function continueTrace(work: TracedWork): void {
  tracer?.continueTrace(work);
}

/** Starts the span of an outbound call; its headers are sent with the call. */
export function traceCall(method: string, url: URL): OutgoingCall | undefined {
  return tracer?.call(method, url);
}
