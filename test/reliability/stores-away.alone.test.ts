import { startPrivateRedis, eventually, linkToMongo, statusesOf, type MongoLink } from '@sluice/testing';
import { buyerServices } from '@sluice/local';
import { setTimeout as pause } from 'node:timers/promises';
import { countsAtRest, leadBody, type Receipt } from '../installation/affiliate.js';
import { startInstallation, type Installation } from '../installation/installation.js';

let installation: Installation;
let mongodbLink: MongoLink;
let secondRedis: Awaited<ReturnType<typeof startPrivateRedis>> | undefined;
beforeAll(async () => {
  installation = await startInstallation({
    services: buyerServices,
    apart: ['gateway'],
    servicesReach: async (mongodbUrl) => (mongodbLink = await linkToMongo(mongodbUrl)).url,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
}, 90_000);
afterAll(async () => {
  await installation.stop();
  await mongodbLink.close();
  await secondRedis?.stop();
}, 60_000);

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly receipt?: Receipt;
  readonly tookMs: number;
}

let next = 0;
async function post(): Promise<Answered> {
  const startedAt = performance.now();
  const response = await fetch(`${installation.url}/api/v1/leads/submit`, {
    method: 'POST',
    headers: { 'X-API-Key': installation.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(leadBody(next++)),
  });
  const { data } = (await response.json()) as { data?: Receipt };
  const tookMs = performance.now() - startedAt;
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, tookMs, receipt: data };
}

/** Posts for a while, `atOnce` leads concurrently. */
async function postFor(forMs: number, atOnce = 4): Promise<Answered[]> {
  const until = performance.now() + forMs;
  const answers: Answered[] = [];
  const affiliate = async () => {
    while (performance.now() < until) {
      answers.push(await post());
      await pause(150);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, affiliate));
  return answers;
}

const p99 = (answers: readonly Answered[]) =>
  answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b)[Math.floor(answers.length * 0.99)] ?? Infinity;
const receiptsIn = (answers: readonly Answered[]) => answers.flatMap(({ receipt }) => receipt ?? []);
/** Posts one lead after another until one is delivered; the first ones still wait for the sweep. */
async function flows(): Promise<void> {
  const { leads } = installation.stores.forTenant('demo');
  const receipt: Receipt[] = [];
  await eventually(
    'a lead posted now is delivered',
    async () => {
      receipt.push(...receiptsIn([await post()]));
      await pause(250);
      const found = await Promise.all(receipt.map(({ leadId }) => leads.find(leadId)));
      return found.some((lead) => lead?.status === 'delivered');
    },
    15_000,
  );
  // No lead may be in progress when the next test starts to count.
  await countsAtRest(installation, receipt);
}

describe('while Redis is away', () => {
  const receipt: Receipt[] = [];
  const accepted = (answers: readonly Answered[]) => {
    receipt.push(...receiptsIn(answers));
    expect(answers.length).toBeGreaterThan(20);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(p99(answers)).toBeLessThan(1_500);
  };

  it('every lead is accepted with p99 under 1.5 s when its process is paused', async () => {
    const redisPid = installation.backends.redisPid as number;
    process.kill(redisPid, 'SIGSTOP');
    accepted(await postFor(6_000).finally(() => process.kill(redisPid, 'SIGCONT')));
  }, 60_000);

  it('every lead is accepted with p99 under 1.5 s when its process is dead', async () => {
    const { redisPid, redisUrl } = installation.backends;
    process.kill(redisPid as number, 'SIGKILL');
    const answers = await postFor(6_000);
    secondRedis = await startPrivateRedis({ port: Number(new URL(redisUrl).port) });
    accepted(answers);
  }, 60_000);

  it('accepted leads wait; once there is a new Redis, new leads are delivered, and all others as well', async () => {
    await flows();
    expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: receipt.length });
  }, 120_000);
});

describe.each(['cut', 'half_open'] as const)('while MongoDB is away (%s)', (state) => {
  it('every lead is refused with 503 and Retry-After, none is written, and new leads are delivered afterwards', async () => {
    const count = () => statusesOf(installation.stores, 'demo');
    const before = await count();
    mongodbLink.become(state);
    let answers: Answered[];
    try {
      await pause(200);
      answers = await postFor(8_000, 8);
      expect(await count()).toEqual(before);
    } finally {
      mongodbLink.become('open');
    }
    expect(answers.length).toBeGreaterThan(7);
    for (const { status, retryAfter, tookMs } of answers) {
      expect({ status, retries: Number(retryAfter) > 0 }).toEqual({ status: 503, retries: true });
      // No request waits long for a silent store: at most one call's timeout.
      expect(tookMs).toBeLessThan(7_500);
    }
    await flows();
  }, 60_000);
});
