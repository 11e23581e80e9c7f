/**
 * Redis is emptied again and again while leads are asked about, and afterwards every job there ever was comes once more:
 * no lead is lost, and no vendor of a look-up or of consent is asked twice about one.
 */
import { checkLabel, checksQueue, qualificationQueue, routingQueue } from '@sluice/contracts';
import { checkId } from '@sluice/domain';
import { silentLogger, workerConnection } from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { eventually } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { countsAtRest, type Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const LEADS = 40;
const FLUSHES = 12;
const lookups = ['lk_a', 'lk_b'];
const certificate = (n: number) => `cert-${n}-good`;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      providers: { trustedform: { apiKey: 'key', baseUrl: '${SINK_URL}/trustedform' } },
      lookups: lookups.map((lookupId) => ({
        ...{ lookupId, method: 'POST', url: `\${SINK_URL}/lookups/own/${lookupId}` },
        ...{ body: '{ "story": "{{ story }}" }', map: [{ field: 'code', jsonPath: '$.code' }] },
      })),
      campaigns: [
        {
          campaignId: 'ASKS',
          consent: { trustedForm: { retain: 'at_qualification' } },
          lookups: lookups.map((lookupId) => ({ lookupId })),
        },
      ],
    },
    {
      services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'],
      env: { SWEEP_AFTER_SECONDS: '2' },
    },
  );
  for (const lookupId of lookups)
    tenant.installation.sink.script({
      ...{ path: `/lookups/own/${lookupId}`, status: 200, delayMs: 200 },
      body: { code: 'C' },
    });
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

/** How often each vendor was asked, for each number of calls about a lead. */
function asked(): Readonly<Record<string, readonly number[]>> {
  const about = (path: string, text: (n: number) => string) => {
    const calls = tenant.received(path);
    return [
      ...new Set(
        Array.from({ length: LEADS }, (_, n) => calls.filter(({ body }) => body.includes(text(n))).length),
      ),
    ];
  };
  const consent = Array.from({ length: LEADS }, (_, n) => tenant.received(`/trustedform/${certificate(n)}`));
  return {
    consent: [...new Set(consent.map(({ length }) => length))],
    ...Object.fromEntries(
      lookups.map((id) => [id, about(`/lookups/own/${id}`, (n) => `about-${n}-only`)] as const),
    ),
  };
}
const once = { consent: [1], lk_a: [1], lk_b: [1] };

it('an emptied Redis loses no lead, and no job that comes again asks a vendor again', async () => {
  const { installation } = tenant;
  const redis = workerConnection(installation.backends.redisUrl, silentLogger);
  try {
    const receipts: Receipt[] = [];
    for (let n = 0; n < LEADS; n += 1) {
      const trustedFormCertUrl = `https://cert.trustedform.com/${certificate(n)}`;
      const fields = { compliance: { trustedFormCertUrl }, questionnaire: { story: `about-${n}-only` } };
      receipts.push(await tenant.submit('ASKS', fields));
    }
    for (let n = 0; n < FLUSHES; n += 1) {
      await redis.flushall();
      await pause(500);
    }
    expect(await countsAtRest(installation, receipts, 120_000)).toEqual({ delivered: LEADS });
    expect(asked()).toEqual(once);

    await redis.flushall();
    const producer = createProducer(redis);
    const since = new Date();
    for (const { submissionId } of receipts) {
      const effects = await tenant.stores.effects.ofSubmission(submissionId);
      const checks = effects.flatMap((one) => (one.kind === 'check' ? (one.body.check ?? []) : []));
      expect(checks).toHaveLength(1 + lookups.length);
      for (const check of checks) {
        const payload = { tenantId: 'acme', effectId: checkId(submissionId, check) };
        await producer.add(checksQueue, { payload, since, lane: checkLabel(check) });
      }
      for (let generation = 0; generation <= checks.length; generation += 1)
        for (const queue of [qualificationQueue, routingQueue])
          await producer.add(queue, { payload: { tenantId: 'acme', submissionId, generation }, since });
    }
    await eventually(
      'every job was done again',
      async () => {
        const queues = [qualificationQueue, routingQueue, checksQueue];
        const loads = await Promise.all(queues.map((queue) => producer.load(queue)));
        return loads.every(({ waiting, active, delayed }) => waiting + active + delayed === 0);
      },
      120_000,
    );
    expect(asked()).toEqual(once);
    expect(await countsAtRest(installation, receipts)).toEqual({ delivered: LEADS });
    const sold = receipts.map(({ submissionId }) =>
      installation.sink.received({ key: `${submissionId}.delivery` }),
    );
    expect(new Set(sold.map(({ length }) => length))).toEqual(new Set([1]));
  } finally {
    redis.disconnect();
  }
}, 300_000);
