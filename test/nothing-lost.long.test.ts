import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { buyerServices } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { countsAtRest, leadBody, submitAll, type Receipt } from './installation/affiliate.js';
import { startInstallation, type Installation } from './installation/installation.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({
    services: buyerServices,
    apart: buyerServices,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
}, 90_000);
afterAll(() => installation.stop(), 60_000);

const leads = (from: number, count: number) => Array.from({ length: count }, (_, n) => leadBody(from + n));

/** The leads that the buyer took, by their keys. */
function takenOf(receipt: readonly Receipt[]): Set<string> {
  const { sink } = installation;
  const taken = sink.received({ path: '/buyers/acme', limit: 10_000 }).filter(({ status }) => status === 200);
  const keys = new Set(taken.map(({ headers }) => headers['idempotency-key'] ?? ''));
  return new Set(
    receipt.map(({ submissionId }) => `${submissionId}.delivery`).filter((key) => keys.has(key)),
  );
}

describe('no acknowledged lead is lost', () => {
  it('when Redis is emptied while 500 leads are in progress', async () => {
    installation.sink.clear();
    const redis = new Redis(installation.backends.redisUrl);
    const sending = submitAll(installation, leads(0, 500));
    await pause(400);
    await redis.flushall();
    await pause(400);
    await redis.flushall();
    const receipt = await sending;
    await redis.flushall();
    redis.disconnect();
    expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: 500 });
    expect(takenOf(receipt).size).toBe(500);
  }, 150_000);

  it.each(['qualification', 'routing', 'delivery'] as const)(
    'when the %s worker is killed with leads in progress',
    async (service) => {
      installation.sink.clear();
      const from = { qualification: 1_000, routing: 2_000, delivery: 3_000 }[service];
      const sending = submitAll(installation, leads(from, 150));
      await pause(150);
      installation.signal(service, 'SIGKILL');
      await installation.ended(service);
      await installation.restart(service);
      const receipt = await sending;
      expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: 150 });
      expect(takenOf(receipt).size).toBe(150);
    },
    150_000,
  );

  it('when the gateway is killed', async () => {
    const receipt: Receipt[] = [];
    const posting = leads(4_000, 300).map(async (body, n) => {
      await pause(n * 5);
      await submitAll(installation, [body]).then(
        (one) => receipt.push(...one),
        () => undefined,
      );
    });
    await eventually('some leads are accepted', () => receipt.length >= 20);
    installation.signal('gateway', 'SIGKILL');
    await Promise.all(posting);
    await installation.ended('gateway');
    await installation.restart('gateway');
    expect(receipt.length).toBeGreaterThan(0);
    expect(receipt.length).toBeLessThan(300);
    expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: receipt.length });
  }, 150_000);
});
