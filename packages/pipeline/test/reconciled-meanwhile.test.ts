import { campaignSchema, type LedgerEntry } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { aSale, duringTests, putItem } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { decideReturn, reconcileSale, requestReturn, resolveOutcome } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(() => openPipeline());
const of = () => world.core.stores.forTenant('demo');
const at = new Date('2026-11-15T12:00:00Z');

beforeAll(async () => {
  const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const buys = { campaignId: 'ACMRU', name: 'Acme', clientId: 'cli_1', offerId: 'off_1', ...times };
  const returns = { windowDays: 365 };
  await putItem(
    of().campaigns,
    'ACMRU',
    campaignSchema.parse({ ...buys, webhooks: { url: 'https://hooks.example' }, returns }),
  );
});

const reconcile = (leadId: string, minor: number) =>
  reconcileSale(world.core, 'demo', { leadId, minor, currency: 'USD', day: '2026-11-15' }, 'operator');
const amountsOf = async (leadId: string) =>
  (await of().ledger.page({ leadId }, 10)).entries.map(({ minor }) => minor);
const sumOf = async (leadId: string) => (await amountsOf(leadId)).reduce((sum, minor) => sum + minor, 0);

/** A lead whose buyer may have it. */
async function unknown(): Promise<{ readonly leadId: string; readonly submissionId: string }> {
  const submission = await accept(world.core, { leadId: newId('lead'), campaignId: 'ACMRU' });
  const priceTerms = { expectedMinor: 5_500, currency: 'USD' };
  const bought = { campaignId: 'ACMRU', clientId: 'cli_1', reservedAt: at, priceTerms };
  await of().journal.record(submission, 'routing', 0, { kind: 'routed', ...bought, trace: [] }, at);
  const ended = { status: 'failed', reason: 'unknown_outcome', endedAt: at } as const;
  await of().conclusions.close(submission.submissionId, { end: ended });
  return submission;
}

async function sold(): Promise<LedgerEntry> {
  const submission = await accept(world.core, { leadId: newId('lead'), campaignId: 'ACMRU' });
  const { leadId, submissionId, acceptedAt: occurredAt } = submission;
  const sale = {
    leadId,
    submissionId,
    campaignId: 'ACMRU',
    minor: 5_500,
    occurredAt,
    receivedAt: occurredAt,
  };
  return of().ledger.book(aSale('', sale));
}

it('a lead of unknown outcome is booked once, whenever it is reconciled while it is resolved', async () => {
  const results = new Set<string>();
  for (let delayMs = 0; delayMs < 30; delayMs += 1) {
    const { leadId, submissionId } = await unknown();
    const [, { result }] = await Promise.all([
      resolveOutcome(world.core, 'demo', submissionId, 'has_it'),
      pause(delayMs / 2).then(() => reconcile(leadId, 5_500)),
    ]);
    results.add(result);
    expect(await amountsOf(leadId)).toEqual([5_500]);
    expect(await reconcile(leadId, 5_500)).toMatchObject({ result: 'matched' });
  }
  expect([...results].filter((result) => !['matched', 'unknown_outcome'].includes(result))).toEqual([]);
}, 60_000);

it('a sale that is returned while it is reconciled has earned nothing', async () => {
  for (let delayMs = 0; delayMs < 30; delayMs += 1) {
    const { leadId } = await sold();
    const { returnId } = await requestReturn(world.core, 'demo', {
      leadId,
      reason: 'wrong_number',
      returnId: newId('return'),
    });
    await Promise.all([
      decideReturn(world.core, 'demo', returnId, 'approved'),
      pause(delayMs / 2).then(() => reconcile(leadId, 4_250)),
    ]);
    expect(await sumOf(leadId)).toBe(0);
    expect(await reconcile(leadId, 4_250)).toMatchObject({ result: 'returned', minor: 0 });
    expect(await sumOf(leadId)).toBe(0);
  }
}, 60_000);

it('what was booked for a sale between the reckoning of its return and its entry is taken out again', async () => {
  const sale = await sold();
  const { leadId, submissionId } = sale;
  const returnId = newId('return');
  await requestReturn(world.core, 'demo', { leadId, reason: 'wrong_number', returnId });
  expect(await reconcile(leadId, 4_250)).toMatchObject({
    result: 'amount_differs',
    entryId: expect.any(String) as string,
  });
  // As left by a return that had read the ledger before.
  await of().ledger.book({ ...sale, entryId: `${submissionId}.return`, type: 'return', minor: -5_500 });
  await decideReturn(world.core, 'demo', returnId, 'approved');
  expect(await sumOf(leadId)).toBe(-1_250);
  for (let repeat = 0; repeat < 2; repeat += 1) {
    expect((await reconcile(leadId, 4_250)).result).toBe('returned');
    expect(await sumOf(leadId)).toBe(0);
  }
});
