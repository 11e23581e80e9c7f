import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { countsAtRest, leadBody, submit, submitAll } from './harness/affiliate.js';
import {
  demoWebhookSecret,
  eventually,
  leadServices,
  startInstallation,
  type Installation,
} from './harness/installation.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
}, 90_000);
afterAll(() => installation.stop(), 60_000);

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

    const event = await eventually('lead.delivered is told', () =>
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
    expect(buyer('/buyers/borden')).toHaveLength(50);
  });

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

describe('the running installation', () => {
  it.each(leadServices)('has the service %s alive and ready, with metrics', async (service) => {
    const url = installation.healthUrl(service);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('sluice_');
  });

  it('leaves no personal data in any log, metric or queue', async () => {
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
    // A stage says what it did when all of it is done, after the lead has come to rest.
    await eventually('the delivery is in the log', () =>
      installation.log('delivery').includes(receipt.submissionId),
    );
    const redis = new Redis(installation.backends.redisUrl);
    const held = await everything(redis);
    redis.disconnect();
    const metrics = await Promise.all(
      leadServices.map(async (service) => (await fetch(`${installation.healthUrl(service)}/metrics`)).text()),
    );
    const seen = [held, ...metrics, ...leadServices.map(installation.log)].join('\n');
    expect(seen).toContain(receipt.submissionId);
    for (const secret of ['Canarina', 'Zwölfgesang', 'canarina.z', '2125550199', '555 0199', '1971-03-09']) {
      expect(seen).not.toContain(secret);
    }
  });
});

/** Every key and value of a Redis, as text. */
async function everything(redis: Redis): Promise<string> {
  const parts: string[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    const value =
      type === 'hash'
        ? await redis.hgetall(key)
        : type === 'list'
          ? await redis.lrange(key, 0, -1)
          : type === 'zset'
            ? await redis.zrange(key, '0', '-1')
            : type === 'set'
              ? await redis.smembers(key)
              : type === 'stream'
                ? await redis.xrange(key, '-', '+')
                : await redis.get(key);
    parts.push(`${key} ${JSON.stringify(value)}`);
  }
  return parts.join('\n');
}
