import {
  activeTracer,
  continueTrace,
  startTracing,
  traceCall,
  traceContext,
} from '../src/tracing/tracing.js';

describe('tracing', () => {
  it('is off when no collector is configured: OpenTelemetry is not loaded, and there is no tracer', async () => {
    const stop = await startTracing('gateway', undefined);
    expect(activeTracer()).toBeUndefined();
    expect(traceContext()).toBeUndefined();
    expect(traceCall('POST', new URL('https://buyer.example'))).toBeUndefined();
    continueTrace({ tenantId: 'demo', leadId: 'lead_1', submissionId: 'sub_1' });
    await stop();
  });
});
