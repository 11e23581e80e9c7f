import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { qualificationQueue } from '@sluice/contracts';
import { testBackends } from '@sluice/testing';
import { createLogger, createProducer, producerConnection, startTracing } from '../src/index.js';

describe('tracing', () => {
  it('is off, and has no cost, when no collector is configured', async () => {
    const { telemetry, stop } = await startTracing('gateway', undefined);
    expect(telemetry).toBeUndefined();
    await stop();
  });

  it('sends the spans of queued work to the configured collector', async () => {
    const posted: string[] = [];
    const collector = createServer((request, response) => {
      posted.push(request.url ?? '');
      request.resume().once('end', () => response.end());
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint;
    const backends = await testBackends();
    try {
      const { telemetry, stop } = await startTracing('gateway', endpoint);
      const connection = producerConnection(backends.redisUrl, createLogger('test', 'error'));
      await new Promise((resolve) => connection.once('ready', resolve));
      const producer = createProducer(connection, { telemetry });
      const payload = { tenantId: 'demo', submissionId: 'sub_1', generation: 0 };
      await producer.add(qualificationQueue, { payload, since: new Date() });
      await producer.close();
      connection.disconnect();
      await stop();
      expect(posted).toContain('/v1/traces');
    } finally {
      delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
      await backends.stop();
      collector.close();
    }
  });
});
