import { eventually, statusesOf } from '@sluice/testing';
import { countsAtRest, leadBody, submitAll } from '../installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from '../installation/installation.js';
import { deliveryTimes, withNeighbour } from './neighbours.js';

const BURST = 600;

let noisy: Installation;
let neighbour: Installation;
beforeAll(async () => {
  noisy = await startInstallation({ apart: leadServices });
  neighbour = await withNeighbour(noisy);
}, 90_000);
afterAll(() => noisy.stop(), 60_000);

const delivered = async () => (await statusesOf(noisy.stores, 'demo'))['delivered'] ?? 0;

it("a tenant's leads do not wait behind another tenant's burst, and the burst loses no lead", async () => {
  // On any machine, the whole burst is waiting when the neighbour's leads arrive.
  noisy.signal('qualification', 'SIGSTOP');
  const receipt = await submitAll(
    noisy,
    Array.from({ length: BURST }, (_, n) => leadBody(n)),
  ).finally(() => noisy.signal('qualification', 'SIGCONT'));
  const before = await delivered();
  const times = await deliveryTimes(neighbour, 10, 0);
  const overtaken = BURST - (await delivered());
  expect(times).toHaveLength(10);
  // Behind the burst, the neighbour's leads would be delivered only after all of it.
  expect(before).toBeLessThan(BURST / 2);
  expect(overtaken).toBeGreaterThan(BURST / 4);
  expect(await countsAtRest(noisy, receipt, 120_000)).toEqual({ delivered: BURST });
}, 240_000);

it('a buyer that never answers does not delay the leads of other buyers', async () => {
  noisy.sink.script({ path: '/buyers/acme-form', mode: 'hang' });
  try {
    const hanging = Array.from({ length: 60 }, (_, n) => leadBody(10_000 + n, { campaignId: 'ACMVA' }));
    const receipt = await submitAll(noisy, hanging);
    await eventually(
      'calls to the silent buyer hang',
      () => noisy.sink.received({ path: '/buyers/acme-form', limit: 100 }).length > 5,
    );
    await deliveryTimes(noisy, 10, 0);
    const waiting = await Promise.all(
      receipt.map(({ leadId }) => noisy.stores.forTenant('demo').leads.find(leadId)),
    );
    expect(waiting.every((lead) => lead?.status === 'pending')).toBe(true);
  } finally {
    noisy.sink.unscript('/buyers/acme-form');
  }
}, 120_000);
