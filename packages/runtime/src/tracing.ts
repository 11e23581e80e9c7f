/**
 * Tracing: spans of every job added and worked on, sent to an OpenTelemetry collector. Off, and not even loaded,
 * unless a collector is named.
 */
import { z } from 'zod';
import type { QueueBaseOptions } from 'bullmq';

/** Where traces go. */
export const tracingFragment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional(),
} as const;

/** What queues and workers report their spans to; undefined while tracing is off. */
export type Telemetry = NonNullable<QueueBaseOptions['telemetry']>;

/** Tracing of one process. */
export interface Tracing {
  readonly telemetry: Telemetry | undefined;
  /** Sends what is still held back. */
  readonly stop: () => Promise<void>;
}

/** Begins to trace when `endpoint` names a collector; the rest of its settings are OpenTelemetry's own variables. */
export async function startTracing(service: string, endpoint: string | undefined): Promise<Tracing> {
  if (endpoint === undefined) return { telemetry: undefined, stop: async () => undefined };
  const [{ NodeSDK }, { BullMQOtel }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('bullmq-otel'),
  ]);
  const sdk = new NodeSDK({ serviceName: `sluice-${service}` });
  sdk.start();
  return { telemetry: new BullMQOtel({ tracerName: `sluice-${service}` }), stop: () => sdk.shutdown() };
}
