import { Webhook } from 'standardwebhooks';
import { randomBytes } from 'node:crypto';
import { eventually, redisAsText } from '@sluice/testing';
import { call, countsAtRest, leadBody, submit, submitAll } from './installation/affiliate.js';
import { startCollector, type CollectedSpan, type Collector } from './collector.js';
import { leadServices, startInstallation, type Installation } from './installation/installation.js';

/** The secret that signs the demo tenant's webhooks. */
const demoWebhookSecret = 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==';

let installation: Installation;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  installation = await startInstallation({ apart: leadServices, env: collector.env });
}, 90_000);
afterAll(async () => {
  await installation.stop();
  await collector.close();
}, 60_000);

const buyer = (path = '/buyers/acme') => installation.sink.received({ path, limit: 1_000 });

describe('a lead in the whole system', () => {
  it('is sent after the 202 to the buyer, the ad platform and the webhook receiver', async () => {
    const receipt = await submit(
      installation,
      leadBody(1, { attribution: { captureUrl: 'https://example.com/claim', userAgent: 'Test/1.0' } }),
    );
    expect(await countsAtRest(installation, [receipt])).toEqual({ delivered: 1 });

    const [delivery, ...more] = buyer();
    expect(more).toEqual([]);
    expect(delivery?.headers['idempotency-key']).toBe(`${receipt.submissionId}.delivery`);
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
      leadId: receipt.leadId,
      email: 'avery.quill.1@example.com',
    });

    const event = await eventually('lead.delivered is sent', () =>
      installation.sink
        .received({ path: '/webhooks', limit: 100 })
        .find(({ body }) => body.includes('"lead.delivered"')),
    );
    const verified = new Webhook(demoWebhookSecret).verify(event.body, event.headers);
    expect(verified).toMatchObject({
      type: 'lead.delivered',
      tenantId: 'demo',
      leadId: receipt.leadId,
      submissionId: receipt.submissionId,
      data: { status: 'delivered' },
    });

    const pixel = await eventually(
      'the pixel is fired',
      () => installation.sink.received({ path: '/v24.0/1234567890/events', limit: 10 })[0],
    );
    expect(pixel.status).toBe(200);
    expect(JSON.parse(pixel.body)).toMatchObject({
      data: [{ event_name: 'Lead', action_source: 'website' }],
    });
  });

  it('has a trace for every decision in the journal', async () => {
    const receipt = await submit(installation, leadBody(2));
    await countsAtRest(installation, [receipt]);
    const history = await installation.stores.forTenant('demo').journal.history(receipt.submissionId);
    expect(history.map(({ stage, decision }) => `${stage}: ${decision.kind}`)).toEqual([
      'qualification: qualified',
      'routing: routed',
      'delivery: delivered',
    ]);
    for (const { decision } of history) expect(decision.trace.length).toBeGreaterThan(0);
  });

  it('is answered with what became of it where its caller prefers to wait', async () => {
    const headers = { Prefer: 'wait=10', 'Idempotency-Key': 'waits' };
    // On a busy machine it may take longer, and a repeat waits on.
    await eventually('the answer says delivered', async () => {
      const { status, data } = await call(installation, 'POST', '/leads/submit', leadBody(4_711), headers);
      expect(status).toBe(202);
      return data['status'] === 'delivered';
    });
  });

  it('is disqualified by a condition, and is a duplicate when the same person returns by phone or email', async () => {
    const first = await submit(installation, leadBody(3));
    await countsAtRest(installation, [first]);
    const rest = await submitAll(installation, [
      leadBody(4, { questionnaire: { injury: 'No' } }),
      leadBody(5, { phone: '212.550.0003' }),
      leadBody(6, { email: 'AVERY.quill.3@example.com' }),
    ]);
    expect(await countsAtRest(installation, rest)).toEqual({ disqualified: 1, duplicate: 2 });
  });

  it('is sent to the buyer with the answers of two concurrent requests', async () => {
    const first = await submit(installation, leadBody(9));
    await countsAtRest(installation, [first]);
    const again = (answers: Record<string, unknown>) =>
      submit(installation, { ...leadBody(9), leadId: first.leadId, questionnaire: answers });
    const both = await Promise.all([again({ firm: 'Hale' }), again({ hospital: 'St. Ann' })]);
    expect(await countsAtRest(installation, both)).toEqual({ delivered: 2 });
    const { leads } = installation.stores.forTenant('demo');
    const { lastSubmissionId } = (await leads.find(first.leadId)) ?? {};
    const sent = await eventually('the later one is delivered', () =>
      buyer().find(({ headers }) => headers['idempotency-key'] === `${lastSubmissionId}.delivery`),
    );
    expect(sent.body).toContain('Hale');
    expect(sent.body).toContain('St. Ann');
  });

  it('is one of exactly the daily cap placed out of 200 concurrent leads; the others are held', async () => {
    const receipt = await submitAll(
      installation,
      Array.from({ length: 200 }, (_, n) => leadBody(1_000 + n, { campaignId: 'BORRU' })),
    );
    expect(await countsAtRest(installation, receipt)).toEqual({ delivered: 50, queued: 150 });
    // If the machine stands still for longer than a call may take, the call is repeated under its key.
    expect(new Set(buyer('/buyers/borden').map(({ key }) => key)).size).toBe(50);
  }, 90_000);

  it('is retried under the same idempotency key when the buyer failed, and is delivered once', async () => {
    installation.sink.script({ path: '/buyers/acme', status: 503, times: 1 });
    const receipt = await submit(installation, leadBody(7));
    expect(await countsAtRest(installation, [receipt], 30_000)).toEqual({ delivered: 1 });
    const key = `${receipt.submissionId}.delivery`;
    const attempts = buyer().filter(({ headers }) => headers['idempotency-key'] === key);
    expect(attempts.map(({ status }) => status)).toEqual([200, 503]);
    expect(await installation.stores.forTenant('demo').attempts.of(receipt.submissionId)).toHaveLength(2);
  });
});

describe('the trace of a lead', () => {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const requestId = 'form-42';
  const caller = { traceId: hex(16), spanId: hex(8) };
  const ours = () => collector.spans.filter(({ traceId }) => traceId === caller.traceId);
  const named = (name: string) => ours().filter((span) => span.name === name);
  const names = ['POST /api/v1/leads/submit', 'qualification', 'routing', 'delivery', 'webhook', 'pixel'];
  const isTraced = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
    headers['traceparent']?.includes(caller.traceId) === true;
  const linksTo = (from: CollectedSpan | undefined, to: CollectedSpan | undefined) =>
    from?.links.some(({ spanId, traceId }) => spanId === to?.spanId && traceId === to.traceId);

  beforeAll(async () => {
    const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
    const receipt = await submit(installation, leadBody(20), { traceparent, 'X-Request-Id': requestId });
    await countsAtRest(installation, [receipt]);
    await eventually('the spans of every service come in', () =>
      names.every((name) => named(name).length > 0),
    );
  });

  it('continues the caller’s trace, from the request to every outbound call', async () => {
    const [request] = named('POST /api/v1/leads/submit');
    expect(request?.parentSpanId).toBe(caller.spanId);
    for (const name of ['qualification', 'routing', 'delivery'])
      expect(named(name)).toEqual([
        expect.objectContaining({ service: `sluice-${name}`, parentSpanId: request?.spanId }),
      ]);
    const [delivery] = named('delivery');
    await eventually('the webhook of the delivery comes in', () =>
      named('webhook').some(({ parentSpanId }) => parentSpanId === delivery?.spanId),
    );
    await eventually('each span comes in with its parent', () => {
      const known = new Set([caller.spanId, ...ours().map(({ spanId }) => spanId)]);
      return ours().every(({ parentSpanId = '' }) => known.has(parentSpanId));
    });
  });

  it('is propagated to the buyer, the webhook and the ad platform', async () => {
    const calls = await eventually('all receivers are called', () => {
      const paths = ['/buyers/acme', '/webhooks', '/v24.0/1234567890/events'];
      const found = paths.map((path) => installation.sink.received({ path, limit: 1_000 }).find(isTraced));
      return found.every((call) => call !== undefined) && found;
    });
    await eventually('the spans of the calls come in', () =>
      calls.every((call) =>
        named('POST').some(({ spanId }) => call?.headers['traceparent']?.includes(spanId)),
      ),
    );
  });

  it('links the lead with each batch that it ran in together with other leads', async () => {
    await submitAll(
      installation,
      Array.from({ length: 60 }, (_, n) => leadBody(2_000 + n)),
    );
    for (const name of ['qualification', 'routing', 'delivery', 'webhook']) {
      const [lead] = named(name);
      const batch = await eventually('the batch comes in', () =>
        collector.spans.find((span) => span.name === `${name} batch` && linksTo(span, lead)),
      );
      expect(batch.traceId).not.toBe(caller.traceId);
      expect(linksTo(lead, batch)).toBe(true);
    }
    await eventually('a batch of several leads is linked with several traces', () =>
      collector.spans.some(
        ({ name, links }) =>
          name === 'qualification batch' && new Set(links.map(({ traceId }) => traceId)).size > 1,
      ),
    );
  });

  it('appears, with the request id, in the log lines of every service that handled the lead', async () => {
    const lines = (service: (typeof leadServices)[number]) =>
      installation
        .log(service)
        .split('\n')
        .filter((line) => line.includes(caller.traceId))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const [request] = lines('gateway');
    expect(request).toMatchObject({ requestId, traceId: caller.traceId, tenantId: 'demo' });
    expect(request).toHaveProperty('submissionId');
    for (const service of ['qualification', 'routing', 'delivery', 'webhook', 'pixel'] as const) {
      const [line] = lines(service);
      expect(line?.['traceIds']).toContain(caller.traceId);
      expect(line?.['requestIds']).toContain(requestId);
    }
  });
});

describe('the running installation', () => {
  it.each(leadServices)('has the service %s alive and ready, with metrics', async (service) => {
    const url = installation.healthUrl(service);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('sluice_');
  });

  it('leaves no personal data in any log, metric, span or queue', async () => {
    const canary = leadBody(8, {
      firstName: 'Canarina',
      lastName: 'Zwölfgesang',
      email: 'canarina.z@example.org',
      phone: '+1 212 555 0199',
      dateOfBirth: '1971-03-09',
    });
    installation.sink.script({ path: '/buyers/acme', status: 400, body: JSON.stringify(canary), times: 1 });
    const receipt = await submit(installation, canary);
    await countsAtRest(installation, [receipt]);
    // A stage logs its line after all its work, which may be after the lead's final status is set.
    await eventually('the delivery is in the log', () =>
      installation.log('delivery').includes(receipt.submissionId),
    );
    const held = await redisAsText(installation.backends.redisUrl);
    const metrics = await Promise.all(
      leadServices.map(async (service) => (await fetch(`${installation.healthUrl(service)}/metrics`)).text()),
    );
    await eventually('the span of the delivery comes in', () =>
      collector.spans.some(
        ({ name, attributes }) =>
          name === 'delivery' && attributes['sluice.submission_id'] === receipt.submissionId,
      ),
    );
    const spans = JSON.stringify(collector.spans);
    const seen = [held, spans, ...metrics, ...leadServices.map(installation.log)].join('\n');
    expect(seen).toContain(receipt.submissionId);
    for (const secret of ['Canarina', 'Zwölfgesang', 'canarina.z', '2125550199', '555 0199', '1971-03-09']) {
      expect(seen).not.toContain(secret);
    }
  });
});
