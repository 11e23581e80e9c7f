import { buyerServices } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { countsAtRest, leadBody, submit } from '../installation/affiliate.js';
import { startInstallation, type Installation } from '../installation/installation.js';
import { stopNoticed } from './stop-noticed.js';
import { demoTenantWith } from './demo-tenant-with.js';

const buyer = '/buyers/acme';
const slowBuyer = '/buyers/slow';
const briefBuyer = '/buyers/brief';
const GRACE_MS = 15_000;

let installation: Installation;
beforeAll(async () => {
  const tenant = demoTenantWith({
    deliveryEndpoints: [
      { deliveryEndpointId: 'end_slow', url: `\${SINK_URL}${slowBuyer}`, timeoutSeconds: 60 },
      // The outcome of an interrupted call is unknown until its timeout has passed, and its lead waits as long.
      { deliveryEndpointId: 'end_brief', url: `\${SINK_URL}${briefBuyer}`, timeoutSeconds: 12 },
    ],
    campaigns: [
      {
        campaignId: 'SLOW',
        name: 'Slow',
        clientId: 'cli_acme',
        offerId: 'off_roundup',
        deliveryEndpointId: 'end_slow',
        settings: { dedupeEnabled: false },
      },
      {
        campaignId: 'BRIEF',
        name: 'Brief',
        clientId: 'cli_acme',
        offerId: 'off_roundup',
        deliveryEndpointId: 'end_brief',
        settings: { dedupeEnabled: false },
      },
    ],
  });
  installation = await startInstallation({
    tenant,
    services: buyerServices,
    apart: buyerServices,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
}, 90_000);
afterAll(() => installation.stop(), 60_000);

const keysAtBuyer = () =>
  installation.sink
    .received({ path: buyer, limit: 1_000 })
    .map(({ headers }) => headers['idempotency-key'] ?? '');

describe('a delivery worker that gets SIGTERM', () => {
  it('with a hanging buyer exits within its grace period, and the lead is delivered later under the same idempotency key', async () => {
    installation.sink.script({ path: buyer, mode: 'hang' });
    installation.signal('delivery', 'SIGTERM');
    await installation.ended('delivery');
    await installation.restart('delivery', { SHUTDOWN_GRACE_SECONDS: '12' });
    const receipt = await submit(installation, leadBody(1));
    await eventually('the buyer has the lead', () => keysAtBuyer().length === 1);
    const signalledAt = performance.now();
    installation.signal('delivery', 'SIGTERM');
    expect(await installation.ended('delivery')).toEqual({ code: 0, signal: null });
    expect(performance.now() - signalledAt).toBeLessThan(GRACE_MS);
    installation.sink.unscript(buyer);
    await installation.restart('delivery');
    expect(await countsAtRest(installation, [receipt], 90_000)).toEqual({ delivered: 1 });
    expect(new Set(keysAtBuyer())).toEqual(new Set([`${receipt.submissionId}.delivery`]));
  }, 150_000);

  it('while buyers answer slowly waits for their answers, records them, and makes no new calls', async () => {
    const TAKES_MS = 14_000;
    installation.sink.script({ path: slowBuyer, delayMs: TAKES_MS });
    const received = () => installation.sink.received({ path: slowBuyer, limit: 100 });
    const receipt = await Promise.all(
      [1, 2, 3].map((n) => submit(installation, leadBody(30_000 + n, { campaignId: 'SLOW' }))),
    );
    await eventually('the buyer has all three', () => received().length === 3);
    await stopNoticed(installation, 'delivery');
    // Enqueued for a stopping worker; no other worker can take it.
    const later = await submit(installation, leadBody(30_009, { campaignId: 'SLOW' }));
    expect(await installation.ended('delivery')).toEqual({ code: 0, signal: null });

    const { attempts } = installation.stores.forTenant('demo');
    for (const { submissionId } of receipt) {
      expect(await attempts.of(submissionId)).toEqual([
        expect.objectContaining({ outcome: expect.objectContaining({ kind: 'accepted' }) as unknown }),
      ]);
    }
    expect(await attempts.of(later.submissionId)).toEqual([]);
    expect(received()).toHaveLength(3);

    installation.sink.unscript(slowBuyer);
    await installation.restart('delivery');
    expect(await countsAtRest(installation, [...receipt, later], 60_000)).toEqual({ delivered: 4 });
    expect(received()).toHaveLength(4);
  }, 180_000);

  it('while buyers answer slowly exits at once on a second SIGTERM', async () => {
    const received = () => installation.sink.received({ path: briefBuyer, limit: 100 }).length;
    const before = received();
    installation.sink.script({ path: briefBuyer, delayMs: 30_000, times: 1 });
    const receipt = await submit(installation, leadBody(30_020, { campaignId: 'BRIEF' }));
    await eventually('the buyer has it', () => received() > before);
    await stopNoticed(installation, 'delivery');
    installation.signal('delivery', 'SIGTERM');
    const signalledAt = performance.now();
    expect(await installation.ended('delivery')).toEqual({ code: null, signal: 'SIGTERM' });
    expect(performance.now() - signalledAt).toBeLessThan(5_000);
    await installation.restart('delivery');
    expect(await countsAtRest(installation, [receipt], 120_000)).toEqual({ delivered: 1 });
  }, 180_000);
});
