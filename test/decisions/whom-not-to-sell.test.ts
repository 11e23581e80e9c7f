import { buyerServices } from '@sluice/local';
import { testPhone } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const client = (id: string) => ({
  clientId: `cli_${id}`,
  name: id,
  abbrev: id.toUpperCase(),
  settings: { defaultPostingUrl: `\${SINK_URL}/buyers/${id}`, postingMethod: 'http' },
});
const campaign = (campaignId: string, id: string, settings: object, more: object = {}) => ({
  ...{ campaignId, name: campaignId, clientId: `cli_${id}`, offerId: 'off_1' },
  settings: { dedupeEnabled: true, ...settings },
  ...more,
});
const all = { dedupeScope: 'tenant' };
const byClient = { dedupeScope: 'client' };

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      clients: [client('aa'), client('bb')],
      offers: [{ offerId: 'off_1', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
      suppressionLists: [
        { listId: 'sl_dnc', name: 'Do not call', kind: 'phone', scope: 'tenant' },
        { listId: 'sl_aa', name: 'Customers', kind: 'phone', scope: 'client', clientId: 'cli_aa' },
      ],
      campaigns: [
        campaign('ONE', 'aa', all),
        campaign('TWO', 'bb', all),
        campaign('NEXT', 'bb', byClient),
        campaign('FIRST', 'aa', byClient, { fallbackCampaigns: ['NEXT'] }),
      ],
    },
    { services: buyerServices },
  );
  // That a list has entries at all is known within seconds; which ones, at once.
  for (const listId of ['sl_dnc', 'sl_aa']) expect((await list(listId, 499)).status).toBe(200);
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const list = (listId: string, n: number) =>
  tenant.call('POST', `/suppression-lists/${listId}/entries`, { values: [testPhone(n)] });
const takenBy = async (receipt: Receipt) => {
  const { status, reason } = await tenant.atRest(receipt);
  const routed = (await tenant.decisions(receipt))
    .map(({ decision }) => decision)
    .findLast(({ kind }) => kind === 'routed');
  return status === 'delivered' && routed?.kind === 'routed' ? routed.campaignId : `${status} ${reason}`;
};
const sent = (campaignId: string, n: number) =>
  tenant.submit(campaignId, { phone: testPhone(n), email: `whom${n}@leads.example` });

it('of twenty people, each sent twice at once to two campaigns, twenty are delivered and twenty are duplicates', async () => {
  const people = Array.from({ length: 20 }, (_, n) => n);
  const receipts = await Promise.all(people.flatMap((n) => [sent('ONE', 400 + n), sent('TWO', 400 + n)]));
  const fates = await Promise.all(receipts.map((receipt) => tenant.fate(receipt, 60_000)));
  const count = (status: string) => fates.filter((one) => one === status).length;
  expect([count('delivered'), count('duplicate')]).toEqual([20, 20]);
});

it('of two leads of a person at once each of two clients gets one, and a third nobody does', async () => {
  const receipts = await Promise.all([sent('FIRST', 450), sent('FIRST', 450)]);
  expect((await Promise.all(receipts.map(takenBy))).toSorted()).toEqual(['FIRST', 'NEXT']);
  expect(await takenBy(await sent('FIRST', 450))).toBe('rejected no_buyer');
});

it('a listed person is not sold, and one on a list of a client is sold to another client', async () => {
  expect([(await list('sl_dnc', 460)).status, (await list('sl_aa', 461)).status]).toEqual([200, 200]);
  expect(await takenBy(await sent('FIRST', 460))).toBe('disqualified suppressed');
  expect(await takenBy(await sent('FIRST', 461))).toBe('NEXT');
});
