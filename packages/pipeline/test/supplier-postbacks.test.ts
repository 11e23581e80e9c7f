/** Postbacks are planned with what they tell of: once for each event of a submission, with what the supplier sees. */
import type {
  Decision,
  RecordedDecision,
  ResolutionDecision,
  SubmissionRecord,
  Supplier,
} from '@sluice/contracts';
import { aStoredCampaign, aStoredSupplier, duringTests, putItem } from '@sluice/testing';
import { resolveWith } from '../src/end/end-submission.js';
import { advance, approveByStatus, completeReturns } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);
const mine = () => world.core.stores.forTenant('demo');

// What no supplier may learn, and no postback say.
const MARK = /secret|31337|HIDDN/i;
beforeAll(async () => {
  for (const campaignId of ['ACMRU', 'HIDDN'])
    await putItem(
      mine().campaigns,
      campaignId,
      aStoredCampaign({ campaignId, name: 'Secret', clientId: 'cli_secret' }),
    );
});

async function aSupplier(said: Partial<Supplier> = {}): Promise<Supplier> {
  const supplier = aStoredSupplier({
    cost: { mode: 'per_sale', amount: 12.5, currency: 'USD' },
    postback: {
      url: 'https://track.example/{{ secrets.key }}',
      method: 'GET',
      on: ['delivered', 'rejected', 'returned'],
    },
    ...said,
  });
  await putItem(mine().suppliers, supplier.supplierId, supplier);
  return supplier;
}

const subIds = { subId1: 'site-17', subId2: 'click-1' };
const a = ({ supplierId }: Supplier, more: Partial<SubmissionRecord> = {}) =>
  accept(world.core, { supplierId, sentTo: 'ACMRU', subIds, ...more });

/** Ends the submission by the decision, and is told to do so three times. */
async function ended(submission: SubmissionRecord, decision: object): Promise<void> {
  const recorded = {
    stage: 'delivery',
    generation: 0,
    decision: { trace: [], ...decision } as unknown as Decision,
    decidedAt: new Date(),
  } as RecordedDecision;
  for (let times = 0; times < 3; times += 1) await advance(world.core, submission, recorded);
}
const sale = {
  kind: 'delivered',
  campaignId: 'HIDDN',
  clientId: 'cli_secret',
  price: 31337,
  currency: 'USD',
  reference: 'secret-reference',
};
const returned = async ({ leadId }: SubmissionRecord) => {
  for (let times = 0; times < 2; times += 1)
    await completeReturns(world.core, 'demo', await approveByStatus(world.core, 'demo', [leadId], 'secret'));
};

async function postbacks({ submissionId }: SubmissionRecord) {
  const effects = await mine().effects.ofSubmission(submissionId);
  const found = effects.filter((effect) => effect.kind === 'postback');
  const told = JSON.stringify(found.map(({ body }) => body));
  expect(told).not.toMatch(MARK);
  return found;
}
const values = async (submission: SubmissionRecord) =>
  (await postbacks(submission)).map(({ effectId, body }) => [effectId, body.values]);

it('a sale and its return are each told once, with what the lead earns then', async () => {
  const submission = await a(await aSupplier());
  const { leadId, submissionId } = submission;
  await ended(submission, sale);
  const of = { leadId, campaignId: 'ACMRU', currency: 'USD', ...subIds };
  const delivered = [`${submissionId}.postback.delivered`, { ...of, outcome: 'accepted', payout: '12.5' }];
  expect(await values(submission)).toEqual([delivered]);
  await returned(submission);
  expect(await values(submission)).toEqual([
    delivered,
    [`${submissionId}.postback.returned`, { ...of, outcome: 'returned', reason: 'returned', payout: '0' }],
  ]);
});

it('a lead that costs once is told to be paid for, however it ends', async () => {
  const supplier = await aSupplier({ cost: { mode: 'per_lead', amount: 3, currency: 'EUR' } });
  const submission = await a(supplier);
  const qualified = { stage: 'qualification', generation: 0, decision: { kind: 'qualified', trace: [] } };
  await advance(world.core, submission, {
    ...qualified,
    decidedAt: new Date(),
  } as unknown as RecordedDecision);
  await ended(submission, { kind: 'rejected', reason: 'Secret words of the buyer' });
  expect(await values(submission)).toEqual([
    [
      `${submission.submissionId}.postback.rejected`,
      {
        leadId: submission.leadId,
        outcome: 'rejected',
        reason: 'not_wanted',
        payout: '3',
        currency: 'EUR',
        campaignId: 'ACMRU',
        ...subIds,
      },
    ],
  ]);
});

it('a moved lead is told with the campaign that it was sent to', async () => {
  const submission = await a(await aSupplier(), { campaignId: 'HIDDN' });
  await ended(submission, sale);
  await returned(submission);
  const told = await postbacks(submission);
  expect(told.map(({ body }) => body.values?.campaignId)).toEqual(['ACMRU', 'ACMRU']);
});

it.each<[object, string | undefined]>([
  [{ kind: 'duplicate', reason: 'duplicate_phone', ofLeadId: 'lead_secret' }, 'duplicate'],
  [{ kind: 'disqualified', reason: 'invalid_field' }, 'invalid'],
  [{ kind: 'rejected', reason: 'supplier_limit' }, 'capped'],
  [{ kind: 'failed', reason: 'http_503' }, 'error'],
  [{ kind: 'error', reason: 'no_route' }, 'error'],
  [{ kind: 'pending_action', reason: 'human_review' }, undefined],
])('the end %j is told as rejected for the reason %s', async (decision, reason) => {
  const submission = await a(await aSupplier());
  await ended(submission, decision);
  const told = (await postbacks(submission)).map(({ trigger, body }) => [trigger, body.values?.reason]);
  expect(told).toEqual(reason === undefined ? [] : [['rejected', reason]]);
});

it.each<[string, Partial<Supplier>, Partial<SubmissionRecord>]>([
  ['a test lead', {}, { isTest: true }],
  ['a supplier without a postback', { postback: undefined }, {}],
])('of %s nothing is told', async (_, said, more) => {
  const supplier = await aSupplier(said);
  const [sold, refused] = [await a(supplier, more), await a(supplier, more)];
  await ended(sold, sale);
  await ended(refused, { kind: 'rejected', reason: 'no_buyer' });
  await returned(sold);
  expect([...(await postbacks(sold)), ...(await postbacks(refused))]).toEqual([]);
});

it('a supplier is told of the events that it asks for, and of no reason with minimal', async () => {
  const postback = { url: 'https://t.example', method: 'GET', on: ['returned'] } as Supplier['postback'];
  const submission = await a(await aSupplier({ postback, answerDetail: 'minimal' }));
  await ended(submission, sale);
  await returned(submission);
  const told = await postbacks(submission);
  expect(told.map(({ trigger }) => trigger)).toEqual(['returned']);
  expect(told[0]?.body.values).not.toHaveProperty('reason');
});

it('a resolution tells what it finds out, and nothing of a person who was erased meanwhile', async () => {
  const submission = await a(await aSupplier());
  await ended(submission, { kind: 'pending_action', reason: 'unknown_outcome' });
  const { removal } = mine();
  await removal.erase(submission.leadId);
  await resolveWith(world.core, submission, { ...sale, trace: [] } as ResolutionDecision);
  const told = await postbacks(submission);
  expect(told.map(({ body }) => body.values)).toMatchObject([{ outcome: 'accepted', subId1: 'site-17' }]);
  expect(JSON.stringify(told)).not.toContain('click-1');
});

it('an erasure takes the sub ids of a postback that is still due', async () => {
  const submission = await a(await aSupplier());
  await ended(submission, sale);
  await mine().removal.erase(submission.leadId);
  expect(await postbacks(submission)).toMatchObject([{ status: 'skipped', reason: 'erased', body: {} }]);
});
