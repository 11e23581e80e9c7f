import type {
  AwaitingAction,
  DecisionOf,
  Delivered,
  RecordedDecision,
  Stage,
  SubmissionRecord,
  Supplier,
} from '@sluice/contracts';
import { newId } from '@sluice/process';
import type { TenantStores } from '@sluice/store';
import {
  aStoredCampaign,
  aStoredSupplier,
  duringTests,
  everythingIn,
  frozenBefore,
  putItem,
} from '@sluice/testing';
import { advance, approveByStatus, completeReturns, conclude, decideCall } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);
const mine = () => world.core.stores.forTenant('demo');

async function aSupplier(said: Partial<Supplier>): Promise<Supplier> {
  const supplier = aStoredSupplier(said);
  await putItem(mine().suppliers, supplier.supplierId, supplier);
  return supplier;
}

/** A lead of the supplier that is sold, and told to be so three times. */
async function sold(
  { supplierId }: Supplier,
  more: Partial<Delivered> = {},
  subIds = {},
): Promise<SubmissionRecord> {
  await putItem(mine().campaigns, 'ACMRU', aStoredCampaign({ campaignId: 'ACMRU', clientId: 'cli_1' }));
  const source = { supplierId, sentTo: 'ACMRU', data: { firstName: 'Ada' } };
  const said = { subId1: 'site-17', ...subIds };
  const submission = await accept(world.core, { ...source, subIds: said });
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

describe('a supplier that is paid per lead', () => {
  const perLead = { cost: { mode: 'per_lead', amount: 12, currency: 'USD' } } as const;
  const trace = [] as const;
  const stored = async ({ submissionId }: SubmissionRecord) => (await mine().submissions.find(submissionId))!;
  const decide = async <S extends Stage>(of: SubmissionRecord, stage: S, decision: DecisionOf[S]) => {
    const at = { stage, generation: 0, submission: await stored(of), stores: mine() };
    await conclude(world.core, at, decision);
  };
  const waitsFor = (of: SubmissionRecord, action?: AwaitingAction['action']) =>
    mine().journal.record(of, 'qualification', 0, { kind: 'awaiting_action', action, trace }, new Date());
  const booked = ({ leadId }: SubmissionRecord) => [[`${leadId}.cost`, 1200, 'USD']];
  const sent = ({ supplierId }: Supplier, more: Partial<SubmissionRecord> = {}) =>
    accept(world.core, { supplierId, sentTo: 'ACMRU', leadId: newId('lead'), ...more });

  it.each(['webhook', 'voice_ai'] as const)(
    'is paid once the first-submission action (%s) has let the lead go on, and not before',
    async (action) => {
      const supplier = await aSupplier(perLead);
      const lead = await sent(supplier);
      await waitsFor(lead, action === 'voice_ai' ? action : undefined);
      expect(await costs(supplier)).toEqual([]);
      const goesOn = { kind: 'qualified', trace } as const;
      if (action === 'voice_ai') await decideCall(world.core, await stored(lead), goesOn);
      else await decide(lead, 'action', goesOn);
      expect(await costs(supplier)).toEqual(booked(lead));
    },
  );

  it('is paid once for a lead that its action leaves to a person, when the person delivers it, however often', async () => {
    const supplier = await aSupplier(perLead);
    const lead = await sent(supplier);
    await waitsFor(lead);
    await decide(lead, 'action', { kind: 'pending_action', reason: 'human_review', trace });
    expect(await costs(supplier)).toEqual([]);
    for (const kind of ['deliver', 'move'] as const) {
      const again = await sent(supplier, { leadId: lead.leadId, first: false, kind });
      await decide(again, 'qualification', { kind: 'qualified', trace });
      expect(await costs(supplier)).toEqual(booked(lead));
    }
  });

  it.each([true, false])(
    'gives the cost of a returned lead back as its settings say at that moment: %s',
    async (reverses) => {
      const supplier = await aSupplier({ ...perLead, reverseOnReturn: !reverses });
      const { supplierId } = supplier;
      await putItem(mine().campaigns, 'ACMRU', aStoredCampaign({ campaignId: 'ACMRU', clientId: 'cli_1' }));
      const lead = await sent(supplier);
      await decide(lead, 'qualification', { kind: 'qualified', trace });
      const sale = { kind: 'delivered', campaignId: 'ACMRU', clientId: 'cli_1', trace } as const;
      await decide(lead, 'delivery', { ...sale, ...price });
      await putItem(mine().suppliers, supplierId, { ...supplier, reverseOnReturn: reverses });
      for (let times = 0; times < 2; times += 1)
        await completeReturns(
          world.core,
          'demo',
          await approveByStatus(world.core, 'demo', [lead.leadId], 'slk_1'),
        );
      const reversal = [`${lead.leadId}.cost_reversal`, -1200, 'USD'];
      expect(await costs(supplier)).toEqual(reverses ? [...booked(lead), reversal] : booked(lead));
    },
  );
});

describe('a person who is erased while the return of their lead is under way', () => {
  const cost = { mode: 'per_sale', amount: 5, currency: 'USD' } as const;
  const returned = async (core: typeof world.core, leadId: string) =>
    completeReturns(core, 'demo', await approveByStatus(core, 'demo', [leadId], 'slk_1'));
  const keptIn = async (text: string) =>
    Object.entries(await everythingIn(world.mongodbUrl)).flatMap(([collection, documents]) =>
      JSON.stringify(documents).includes(text) ? [collection] : [],
    );
  const entriesOf = async (leadId: string) =>
    (await mine().ledger.page({ leadId }, 10)).entries.map(({ type, subIds }) => [type, subIds]).toSorted();
  const nameless = ['cost', 'cost_reversal', 'return', 'sale'].map((type) => [type, { subId1: 'site-17' }]);

  it.each<[keyof TenantStores, string]>([
    ['returns', 'approveByStatus'],
    ['returnQuotas', 'countForGood'],
    ['ledger', 'book'],
    ['ledger', 'found'],
    ['leads', 'recordReturned'],
    ['returns', 'complete'],
  ])('is named by none of the sub ids that are kept, if that is just before %s.%s', async (...step) => {
    const click = `click-${step.join('-')}`;
    const { leadId } = await sold(await aSupplier({ cost }), price, { subId2: click, subId5: click });
    const erase = () => mine().removal.erase(leadId);
    expect(await keptIn(click)).toContain('ledger');
    await returned({ ...world.core, stores: frozenBefore(world.core.stores, ...step, erase) }, leadId);
    expect(await keptIn(click)).toEqual([]);
    expect(await entriesOf(leadId)).toEqual(nameless);
  });

  it('is not named by what a worker gave back that died before it looked again', async () => {
    const { leadId, submissionId } = await sold(await aSupplier({ cost }), price, { subId3: 'click-late' });
    const [read] = await mine().ledger.found([`${submissionId}.cost`]);
    await mine().removal.erase(leadId);
    const entryId = `${submissionId}.cost_reversal`;
    await mine().ledger.book({ ...read!, entryId, type: 'cost_reversal', minor: -500 });
    expect(await keptIn('click-late')).toEqual(['ledger']);
    await returned(world.core, leadId);
    expect(await keptIn('click-late')).toEqual([]);
    expect(await entriesOf(leadId)).toEqual(nameless);
  });
});
