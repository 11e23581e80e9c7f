import { buyerServices } from '@sluice/local';
import { eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { submitUntilDeath, type Death } from '../installation/dying-process.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

/** A process ends between a buyer's no and the next buyer's yes. */
interface Window extends Death {
  /** How often each buyer is asked; the first always refuses, the second accepts. */
  readonly asked: readonly [number, number];
  readonly end: string;
}

const windows: readonly Window[] = [
  // Whether the first buyer has the lead is unknown, so no other buyer is asked.
  { service: 'delivery', name: 'after-attempt-before-call', run: 1, asked: [1, 0], end: 'rejected' },
  { service: 'delivery', name: 'after-call-before-outcome', run: 1, asked: [2, 0], end: 'rejected' },
  { service: 'delivery', name: 'after-decision-before-advance', run: 1, asked: [1, 1], end: 'delivered' },
  { service: 'delivery', name: 'after-advance', run: 1, asked: [1, 1], end: 'delivered' },
  { service: 'routing', name: 'after-load', run: 2, asked: [1, 1], end: 'delivered' },
  { service: 'routing', name: 'after-decision-before-advance', run: 2, asked: [1, 1], end: 'delivered' },
  { service: 'routing', name: 'after-effect-before-enqueue', run: 1, asked: [1, 1], end: 'delivered' },
  { service: 'routing', name: 'after-advance', run: 2, asked: [1, 1], end: 'delivered' },
  { service: 'delivery', name: 'after-attempt-before-call', run: 2, asked: [1, 1], end: 'delivered' },
  { service: 'delivery', name: 'after-call-before-outcome', run: 2, asked: [1, 2], end: 'delivered' },
  { service: 'delivery', name: 'after-end', run: 1, asked: [1, 1], end: 'delivered' },
];
const code = (index: number) => `W${String(index).padStart(2, '0')}`;

let tenant: TestTenant;
const receipts: Receipt[] = [];
beforeAll(async () => {
  const buyers = ['no', 'yes'];
  tenant = await startTenant(
    {
      clients: buyers.map((id) => ({ clientId: `cli_${id}`, name: id, abbrev: id.toUpperCase() })),
      offers: [{ offerId: 'off_1', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
      deliveryEndpoints: buyers.map((id) => ({
        deliveryEndpointId: id,
        url: `\${SINK_URL}/buyers/${id}`,
      })),
      campaigns: [
        ...buyers.map((id) => ({
          campaignId: id.toUpperCase(),
          name: id,
          clientId: `cli_${id}`,
          offerId: 'off_1',
          deliveryEndpointId: id,
          price: { currency: 'USD', amount: 40 },
          deliveryLimits: [{ cap: 100, type: 'lifetime' }],
        })),
        ...windows.map((_, index) => ({
          campaignId: code(index),
          name: 'window',
          clientId: 'cli_yes',
          offerId: 'off_1',
          distribution: {
            groups: [{ name: 'all', members: [{ campaignId: 'NO' }, { campaignId: 'YES' }] }],
          },
        })),
      ],
    },
    {
      services: [...buyerServices, 'webhook'],
      apart: ['routing', 'delivery'],
      env: { SWEEP_AFTER_SECONDS: '5' },
    },
  );
  tenant.installation.sink.script({ path: '/buyers/no', status: 422, body: { message: 'not wanted' } });
  for (const [index, window] of windows.entries()) {
    receipts.push(await submitUntilDeath(tenant, window, code(index)));
    // The next window ends a process that this lead may still need.
    await tenant.atRest(receipts[index]!, 90_000);
  }
}, 600_000);
afterAll(() => tenant.stop(), 60_000);

const asked = (id: string, { leadId }: Receipt) =>
  tenant.received(`/buyers/${id}`).filter(({ body }) => body.includes(leadId));

it.each(windows.map((window, index) => ({ ...window, index })))(
  'a $service worker that dies $name ($run) leaves one sale, or none and no other buyer asked',
  async ({ index, asked: [first, second], end }) => {
    const receipt = receipts[index]!;
    expect((await tenant.atRest(receipt, 90_000)).status).toBe(end);
    expect([asked('no', receipt).length, asked('yes', receipt).length]).toEqual([first, second]);
    for (const id of ['no', 'yes'])
      expect(new Set(asked(id, receipt).map(({ headers }) => headers['idempotency-key'])).size).toBeLessThan(
        2,
      );
    const sales = await tenant.call('GET', `/ledger?leadId=${receipt.leadId}`);
    expect(sales.data['entries']).toHaveLength(end === 'delivered' ? 1 : 0);
  },
  120_000,
);

// Only once another buyer was found is a no told as such.
it.each(windows.map((window, index) => ({ ...window, index, told: window.end === 'delivered' ? 1 : 0 })))(
  'a $service worker that dies $name ($run) loses no event of a no, and tells it once',
  async ({ index, told }) => {
    const receipt = receipts[index]!;
    await tenant.atRest(receipt, 90_000);
    const events = await eventually('every event was sent', async () => {
      const effects = await tenant.stores.effects.ofSubmission(receipt.submissionId);
      return effects.every(({ status }) => status === 'done') && effects;
    });
    const planned = events.filter(({ trigger }) => trigger === 'lead.refused').map(({ eventId }) => eventId);
    expect(planned).toHaveLength(told);
    const received = tenant
      .received('/webhooks')
      .filter(({ body }) => body.includes('lead.refused') && body.includes(receipt.leadId));
    expect([...new Set(received.map(({ headers }) => headers['webhook-id']))]).toEqual(planned);
  },
  120_000,
);

it('the counts have the sales and no names on their way', async () => {
  const sold = windows.filter(({ end }) => end === 'delivered').length;
  const lifetime = (campaignId: string) => ({
    name: `campaign.${campaignId}`,
    zone: 'UTC',
    starts: { hourly: new Date(0), daily: new Date(0), weekly: new Date(0), monthly: new Date(0) },
    limits: [{ name: campaignId, type: 'lifetime' as const, cap: 100 }],
  });
  const used = await tenant.stores.counts.used(['NO', 'YES'].map(lifetime));
  // The two of unknown outcome keep their room at the first buyer until a person asks.
  expect([used.get('NO'), used.get('YES')]).toEqual([windows.length - sold, sold]);
});
