import { Redis } from 'ioredis';
import { eventually } from '@sluice/testing';
import { countsAtRest, leadBody, type Receipt } from '../installation/affiliate.js';
import { startInstallation, type Installation } from '../installation/installation.js';

const MAX_BACKLOG = 100;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({
    apart: ['qualification'],
    env: { MAX_BACKLOG: String(MAX_BACKLOG) },
  });
}, 90_000);
afterAll(() => installation.stop(), 60_000);

let next = 0;
async function post(): Promise<{ status: number; retryAfter: string | null; receipt?: Receipt }> {
  const response = await fetch(`${installation.url}/api/v1/leads/submit`, {
    method: 'POST',
    headers: { 'X-API-Key': installation.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(leadBody(next++)),
  });
  const { data } = (await response.json()) as { data?: Receipt };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    receipt: data,
  };
}

const AT_ONCE = 5;

/**
 * Posts until a lead is refused; returns the receipts so far and the refusal. Only a few requests run concurrently, so
 * that no lead is both past due and in a queue and counts twice.
 */
async function postUntilRefused() {
  const receipt: Receipt[] = [];
  const refusal = await eventually('new work is refused', async () => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, post));
    receipt.push(...answers.flatMap((answer) => answer.receipt ?? []));
    return answers.find(({ status }) => status !== 202);
  });
  return { receipt, refusal };
}

const isTakenAgain = () =>
  eventually('new work is accepted again', async () => (await post()).status === 202);

describe('the gateway refuses new leads with 503', () => {
  it('while the backlog is too large, accepted leads are still delivered, and new ones are accepted again afterwards', async () => {
    installation.signal('qualification', 'SIGSTOP');
    const { receipt, refusal } = await postUntilRefused();
    expect(refusal).toMatchObject({ status: 503, retryAfter: '5' });
    expect(receipt.length).toBeGreaterThanOrEqual(MAX_BACKLOG * 0.7);
    const leads = await fetch(`${installation.url}/api/v1/leads?limit=1`, {
      headers: { 'X-API-Key': installation.apiKey },
    });
    expect(leads.status).toBe(200);
    installation.signal('qualification', 'SIGCONT');
    await isTakenAgain();
    expect(await countsAtRest(installation, receipt)).toEqual({ delivered: receipt.length });
  }, 90_000);

  it('while Redis is nearly full, accepted leads are still delivered, and new ones are accepted again afterwards', async () => {
    const redis = new Redis(installation.backends.redisUrl);
    try {
      const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
      await redis.config('SET', 'maxmemory', String(Math.ceil(used / 0.75)));
      const { receipt, refusal } = await postUntilRefused();
      expect(refusal).toMatchObject({ status: 503, retryAfter: '5' });
      expect(await countsAtRest(installation, receipt)).toEqual(
        receipt.length > 0 ? { delivered: receipt.length } : {},
      );
      await redis.config('SET', 'maxmemory', '0');
      await isTakenAgain();
    } finally {
      redis.disconnect();
    }
  }, 90_000);
});
