import type { Delivered, RecordedDecision, SubmissionRecord, Supplier } from '@sluice/contracts';
import { aStoredCampaign, duringTests, putItem } from '@sluice/testing';
import { advance, approveByStatus, completeReturns } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);
const mine = () => world.core.stores.forTenant('demo');

let suppliers = 0;
async function aSupplier(said: Partial<Supplier>): Promise<Supplier> {
  const at = new Date().toISOString();
  const supplier: Supplier = {
    supplierId: `sup_${(suppliers += 1)}`,
    name: 'North',
    status: 'active',
    reverseOnReturn: true,
    answerDetail: 'reason',
    createdAt: at,
    updatedAt: at,
    ...said,
  };
  await putItem(mine().suppliers, supplier.supplierId, supplier);
  return supplier;
}

/** A lead of the supplier that is sold, and told to be so three times. */
async function sold({ supplierId }: Supplier, more: Partial<Delivered> = {}): Promise<SubmissionRecord> {
  await putItem(mine().campaigns, 'ACMRU', aStoredCampaign({ campaignId: 'ACMRU', clientId: 'cli_1' }));
  const source = { supplierId, sentTo: 'ACMRU', subIds: { subId1: 'site-17' } };
  const submission = await accept(world.core, source);
  const decision = { kind: 'delivered', campaignId: 'ACMRU', clientId: 'cli_1', trace: [], ...more };
  const recorded = { stage: 'delivery', generation: 0, decision, decidedAt: new Date() } as RecordedDecision;
  for (let times = 0; times < 3; times += 1) await advance(world.core, submission, recorded);
  return submission;
}

const costs = async ({ supplierId }: Supplier) =>
  (await mine().ledger.page({ supplierId }, 50)).entries
    .filter(({ type }) => type.startsWith('cost'))
    .map(({ entryId, minor, currency }) => [entryId, minor, currency])
    .toSorted();

const price = { price: 40.05, currency: 'EUR' };

it.each<[Supplier['cost'], Partial<Delivered>, number | undefined, string]>([
  [{ mode: 'per_sale', amount: 7.5, currency: 'USD' }, price, 750, 'USD'],
  [{ mode: 'per_sale', amount: 7.5, currency: 'USD' }, {}, 750, 'USD'],
  [{ mode: 'revenue_share', percent: 30 }, price, 1202, 'EUR'],
  [{ mode: 'revenue_share', percent: 12.5 }, price, 501, 'EUR'],
  [{ mode: 'revenue_share', percent: 30 }, {}, undefined, ''],
  [{ mode: 'revenue_share', percent: 0 }, price, undefined, ''],
  [{ mode: 'none' }, price, undefined, ''],
  [undefined, price, undefined, ''],
])('a sale under the cost %j costs once what the settings say', async (cost, decision, minor, currency) => {
  const supplier = await aSupplier({ cost });
  const { submissionId } = await sold(supplier, decision);
  expect(await costs(supplier)).toEqual(
    minor === undefined ? [] : [[`${submissionId}.cost`, minor, currency]],
  );
});

it('an entry of a cost says what its sale does, and who sent the lead', async () => {
  const supplier = await aSupplier({ cost: { mode: 'per_sale', amount: 1, currency: 'USD' } });
  const { leadId, submissionId } = await sold(supplier, price);
  const [entry] = await mine().ledger.found([`${submissionId}.cost`]);
  expect(entry).toMatchObject({
    type: 'cost',
    leadId,
    submissionId,
    campaignId: 'ACMRU',
    placedCampaignId: 'ACMRU',
    clientId: 'cli_1',
    supplierId: supplier.supplierId,
    sentTo: 'ACMRU',
    subIds: { subId1: 'site-17' },
  });
});

it.each([true, false])(
  'a returned sale gives its costs back once if the settings say so: %s',
  async (reverses) => {
    const cost = { mode: 'per_sale', amount: 5, currency: 'USD' } as const;
    const supplier = await aSupplier({ cost, reverseOnReturn: reverses });
    const { leadId, submissionId } = await sold(supplier, price);
    for (let times = 0; times < 2; times += 1)
      await completeReturns(world.core, 'demo', await approveByStatus(world.core, 'demo', [leadId], 'slk_1'));
    const booked = [`${submissionId}.cost`, 500, 'USD'];
    const reversal = [`${submissionId}.cost_reversal`, -500, 'USD'];
    expect(await costs(supplier)).toEqual(reverses ? [booked, reversal] : [booked]);
  },
);
