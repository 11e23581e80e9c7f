/**
 * A process dies while a certificate is asked about before delivery: no lead is lost or sold twice, nothing of it is left in
 * counts or claims, and a kill costs one call at most.
 */
import type { Death } from '../installation/dying-process.js';
import { playLeadWindows, windowCampaign } from './lead-windows.js';

interface Window extends Death {
  /** How often TrustedForm is asked about the lead. */
  readonly calls: number;
}

// Each lead has a bad certificate: its first campaign skips it, and the buyer of the second gets it.
const windows: readonly Window[] = [
  { service: 'routing', name: 'after-decision-before-advance', run: 1, calls: 1 },
  { service: 'routing', name: 'after-effect-before-enqueue', run: 1, calls: 1 },
  { service: 'webhook', name: 'after-effect-load', run: 1, calls: 1 },
  { service: 'webhook', name: 'after-attempt-before-call', run: 1, calls: 1 },
  { service: 'webhook', name: 'after-call-before-outcome', run: 1, calls: 2 },
  { service: 'webhook', name: 'after-effect-call-before-record', run: 1, calls: 1 },
  { service: 'webhook', name: 'after-outcome-before-decision', run: 1, calls: 1 },
  // The delivery that reads the answer, and the way to the next buyer.
  { service: 'delivery', name: 'after-load', run: 1, calls: 1 },
  { service: 'delivery', name: 'after-decision-before-advance', run: 1, calls: 1 },
  { service: 'routing', name: 'after-load', run: 2, calls: 1 },
  { service: 'routing', name: 'after-decision-before-advance', run: 2, calls: 1 },
  { service: 'delivery', name: 'after-load', run: 2, calls: 1 },
];
const buyers = ['skip', 'flag'] as const;
const certificate = (index: number) => `other-${windowCampaign(index)}`;

const played = playLeadWindows(windows, {
  fields: {
    providers: { trustedform: { apiKey: 'key-of-ours', baseUrl: '${SINK_URL}/trustedform' } },
    clients: buyers.map((id) => ({ clientId: `cli_${id}`, name: id, abbrev: id.toUpperCase() })),
    deliveryEndpoints: buyers.map((id) => ({
      deliveryEndpointId: id,
      url: `\${SINK_URL}/buyers/${id}`,
      timeoutSeconds: 2,
    })),
    campaigns: [
      ...buyers.map((id) => ({
        campaignId: id.toUpperCase(),
        clientId: `cli_${id}`,
        deliveryEndpointId: id,
        consent: { trustedForm: { onFailure: id } },
        settings: { dedupeEnabled: true, dedupeScope: 'client' },
        deliveryLimits: [{ cap: 100, type: 'lifetime' }],
      })),
      ...windows.map((_, index) => ({
        campaignId: windowCampaign(index),
        distribution: {
          groups: [{ name: 'all', members: [{ campaignId: 'SKIP' }, { campaignId: 'FLAG' }] }],
        },
      })),
    ],
  },
  leadOf: (index) => ({
    compliance: { trustedFormCertUrl: `https://cert.trustedform.com/${certificate(index)}` },
  }),
  apart: ['routing', 'delivery', 'webhook'],
  env: { SWEEP_AFTER_SECONDS: '5' },
});

it.each(played.each)(
  'a $service worker that dies $name ($run) leaves one sale and nothing else, after $calls calls',
  async ({ index, calls }) => {
    const receipt = played.receipt(index);
    expect((await played.tenant.atRest(receipt)).status).toBe('delivered');
    const decided = await played.tenant.decisions(receipt);
    expect(decided.map(({ decision: { kind } }) => kind)).toEqual([
      ...['qualified', 'routed', 'passed_on', 'routed', 'delivered'],
    ]);
    const asked = (id: string) =>
      played.tenant.received(`/buyers/${id}`).filter(({ body }) => body.includes(receipt.leadId)).length;
    expect([asked('skip'), asked('flag')]).toEqual([0, 1]);
    expect(played.tenant.received(`/trustedform/${certificate(index)}`)).toHaveLength(calls);
    const claims = decided.flatMap(({ decision }) =>
      decision.kind === 'routed' ? [decision.claims ?? []] : [],
    );
    expect(claims.map(({ length }) => length)).toEqual([2, 2]);
    const left = await played.tenant.stores.duplicateClaims.ofLead(receipt.leadId, new Date());
    expect(left.map(({ id }) => id).toSorted()).toEqual(claims[1]?.toSorted());
  },
);

it('the counts have the sales and nothing of whom the leads went past', async () => {
  const starts = { hourly: new Date(0), daily: new Date(0), weekly: new Date(0), monthly: new Date(0) };
  const counts = ['SKIP', 'FLAG'].map((id) => ({
    ...{ name: `campaign.${id}`, zone: 'UTC', starts },
    limits: [{ name: id, type: 'lifetime' as const, cap: 100 }],
  }));
  const used = await played.tenant.stores.counts.used(counts);
  expect([used.get('SKIP') ?? 0, used.get('FLAG')]).toEqual([0, windows.length]);
});
