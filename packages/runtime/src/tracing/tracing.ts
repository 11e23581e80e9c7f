/**
 * Tracing of this process: off, and OpenTelemetry not even loaded, unless a collector is named. What asks for a trace asks
 * here; while tracing is off every answer is undefined at once, so that a lead costs nothing for it.
 */
import type { TraceContext } from '@sluice/contracts';
import { z } from 'zod';
import type { OutgoingCall, TracedWork, Tracer } from './tracer.js';

/** Where traces go. */
export const tracingFragment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe('Where traces go (OTLP over HTTP). Tracing is on when this is set.'),
} as const;

let tracer: Tracer | undefined;

/**
 * Begins to trace when `endpoint` names a collector; the rest of its settings are OpenTelemetry's own variables. The answer
 * stops it, and sends what is still held back.
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

/** What makes spans; undefined while tracing is off. */
export function activeTracer(): Tracer | undefined {
  return tracer;
}

/** The trace of the request or lead that is being worked on, for what is written down and goes on later. */
export function traceContext(): TraceContext | undefined {
  return tracer?.context();
}

/** Lets the work in hand continue the trace of a submission or an effect, from when it was begun on. */
export function continueTrace(work: TracedWork): void {
  tracer?.continueTrace(work);
}

/** Begins the span of a call to the outside; its headers go with the call. */
export function traceCall(method: string, url: URL): OutgoingCall | undefined {
  return tracer?.call(method, url);
}
