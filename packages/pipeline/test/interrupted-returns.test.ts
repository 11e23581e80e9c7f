import { campaignSchema, type LedgerEntry, type ReturnDecision } from '@sluice/contracts';
import { armFailpoint, newId, returnFailpoints, type Failpoint } from '@sluice/process';
import { sweepTiming } from '@sluice/store';
import { aSale, duringTests, putItem } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import {
  approveByStatus,
  decideReturn,
  completeOverdue,
  foreseeReturn,
  requestReturn,
  completeReturns,
} from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(() => openPipeline({ sweep: sweepTiming(1) }));
beforeAll(async () => {
  const postback = { url: 'https://track.example', method: 'GET', on: ['returned'] };
  await putItem(of().suppliers, 'sup_1', { supplierId: 'sup_1', postback } as never);
  await newCampaign('PLAIN', {});
  await newCampaign('ATONC', { autoApprove: true });
});
afterEach(() => armFailpoint(undefined));

const of = () => world.core.stores.forTenant('demo');

async function newCampaign(campaignId: string, returns: object): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const webhooks = { url: 'https://hooks.example' };
  const campaign = { campaignId, name: campaignId, clientId: 'cli_1', offerId: 'off_1', webhooks, returns };
  await putItem(
    of().campaigns,
    campaignId,
    campaignSchema.parse({ ...campaign, createdAt: at, updatedAt: at }),
  );
}

/** A lead that was sold by this campaign. */
async function sold(placedCampaignId: string): Promise<LedgerEntry> {
  const { leadId, submissionId, acceptedAt } = await accept(world.core, {
    leadId: newId('lead'),
    campaignId: placedCampaignId,
    supplierId: 'sup_1',
    sentTo: placedCampaignId,
  });
  const when = { occurredAt: acceptedAt, receivedAt: acceptedAt };
  return of().ledger.book(aSale('', { leadId, submissionId, campaignId: placedCampaignId, ...when }));
}

const request = ({ leadId }: LedgerEntry, returnId = newId('return')) =>
  requestReturn(world.core, 'demo', { leadId, reason: 'wrong_number', returnId });
const decide = async ({ submissionId }: LedgerEntry, decision: ReturnDecision) => {
  const { returnId } = (await of().returns.ofSale(submissionId))!;
  return decideReturn(world.core, 'demo', returnId, decision);
};

/** Runs `work` in a process that dies at this failpoint. */
async function diesAt(failpoint: Failpoint, work: () => Promise<unknown>): Promise<void> {
  const write = process.stdout.write.bind(process.stdout);
  let hasDied = false;
  process.stdout.write = (line: string | Uint8Array) => {
    hasDied ||= String(line).includes(`"${failpoint}"`);
    return true;
  };
  armFailpoint(`hang:${failpoint}`);
  const working = work().then(() => 'ended');
  // However slow the machine is: what has not come so far yet is not dead.
  let outcome = 'works';
  while (outcome === 'works' && !hasDied)
    outcome = await Promise.race([working, pause(5).then(() => 'works')]);
  armFailpoint(undefined);
  process.stdout.write = write;
  expect(outcome).toBe('works');
  // The sweep leaves a moment to those who are still at work.
  await pause(50);
}

/** What is stored about the return of a sale. */
async function state({ leadId, submissionId }: LedgerEntry) {
  const stored = await of().returns.ofSale(submissionId);
  const { entries } = await of().ledger.page({ leadId }, 10);
  const quota = await of().returnQuotas.of({
    placedCampaignId: stored?.placedCampaignId ?? '',
    month: stored?.month ?? '',
  });
  return {
    status: stored?.status,
    isCompleted: stored?.dueAt === undefined,
    lead: (await of().leads.find(leadId))?.status,
    booked: entries.map(({ minor }) => minor),
    events: (await of().effects.ofSubmission(submissionId)).map(({ trigger }) => trigger),
    returned: quota.returned,
  };
}

const approved = {
  status: 'approved',
  isCompleted: true,
  lead: 'returned',
  booked: [-4250, 4250],
  // The webhook and the postback.
  events: ['lead.returned', 'returned'],
};

describe.each(returnFailpoints)('a process that dies %s', (failpoint) => {
  it('has its approved return finished by the sweep, once', async () => {
    const sale = await sold('ATONC');
    const returnId = newId('return');
    await diesAt(failpoint, () => request(sale, returnId));
    const { returned } = await state(sale);
    await completeOverdue.returns(world.core);
    await completeOverdue.returns(world.core);
    expect(await state(sale)).toEqual({ ...approved, returned: expect.any(Number) as number });
    expect((await state(sale)).returned - returned).toBeLessThanOrEqual(1);
    // The caller repeats the request that was never answered.
    expect(await request(sale, returnId)).toMatchObject({ returnId, status: 'approved' });
    expect((await state(sale)).booked).toEqual([-4250, 4250]);
  });
});

it.each([
  ['after-return-opened', 'EDGA'],
  ['after-return-counted', 'EDGB'],
] as const)('a request whose process dies %s is finished, and counts once', async (failpoint, campaignId) => {
  await newCampaign(campaignId, { maximumPercent: 50 });
  const [one, two] = [await sold(campaignId), await sold(campaignId)];
  await diesAt(failpoint, () => request(one));
  await completeOverdue.returns(world.core);
  expect(await state(one)).toMatchObject({ status: 'requested', isCompleted: true, booked: [4250] });
  await expect(request(two)).rejects.toMatchObject({ details: [expect.stringMatching(/^over_quota:/)] });
  await decide(one, 'withdrawn');
  expect(await state(one)).toMatchObject({ status: 'withdrawn', isCompleted: true });
  expect(await request(two)).toMatchObject({ status: 'requested' });
});

it('a worker that is late does not count a return again that was withdrawn meanwhile', async () => {
  const sale = await sold('PLAIN');
  const record = await request(sale);
  const { returned } = await state(sale);
  await decide(sale, 'withdrawn');
  expect(await of().returnQuotas.count(record, sale.submissionId)).toBe('released');
  expect((await state(sale)).returned).toBe(returned - 1);
});

describe('a sale that corrections have taken back', () => {
  const takenBack = (sale: LedgerEntry) =>
    of().ledger.book({ ...sale, entryId: newId('adjustment'), type: 'adjustment', minor: -sale.minor });
  const nothingLeft = { details: [expect.stringMatching(/^nothing_left:/) as string] };

  it('is foreseen to be refused, and refused', async () => {
    const sale = await sold('PLAIN');
    await takenBack(sale);
    const asked = { leadId: sale.leadId, reason: 'wrong_number', returnId: newId('return') };
    await expect(foreseeReturn(world.core, 'demo', asked, [])).rejects.toMatchObject(nothingLeft);
    await expect(request(sale)).rejects.toMatchObject(nothingLeft);
  });

  it('is not approved by itself when the sweep finishes the request', async () => {
    const sale = await sold('ATONC');
    await diesAt('after-return-counted', () => request(sale));
    await takenBack(sale);
    await completeOverdue.returns(world.core);
    expect(await state(sale)).toMatchObject({ status: 'requested', isCompleted: true, events: [] });
    await expect(decide(sale, 'approved')).rejects.toMatchObject(nothingLeft);
    expect((await state(sale)).booked.sort()).toEqual([-4250, 4250]);
  });

  it('is booked no more when it is taken back between approval and booking', async () => {
    const sale = await sold('ATONC');
    await diesAt('after-return-approved', () => request(sale));
    await takenBack(sale);
    await completeOverdue.returns(world.core);
    expect(await state(sale)).toMatchObject({ status: 'approved', isCompleted: true, lead: 'returned' });
    expect((await state(sale)).booked.sort()).toEqual([-4250, 4250]);
  });
});

it('a quota that another request has just begun is not full', async () => {
  for (let round = 0; round < 10; round += 1) {
    const quota = { placedCampaignId: `BEGUN${round}`, month: '2026-11' };
    const counted = Array.from({ length: 20 }, (_, n) => of().returnQuotas.count(quota, `sub_${n}`));
    expect(new Set(await Promise.all(counted))).toEqual(new Set(['counted']));
    const limited = { ...quota, month: '2026-10' };
    const some = Array.from({ length: 20 }, (_, n) => of().returnQuotas.count(limited, `sub_${n}`, 3));
    expect((await Promise.all(some)).filter((admission) => admission === 'counted')).toHaveLength(3);
  }
});

describe('leads that a person sets to returned', () => {
  const setReturned = async (sale: LedgerEntry) =>
    completeReturns(world.core, 'demo', await approveByStatus(world.core, 'demo', [sale.leadId], 'slk_1'));

  it('are returned by the sweep if the process dies before it changes them', async () => {
    const sale = await sold('PLAIN');
    await approveByStatus(world.core, 'demo', [sale.leadId], 'slk_1');
    await pause(5);
    await completeOverdue.returns(world.core);
    expect(await state(sale)).toMatchObject(approved);
  });

  it('are booked once while a request, an approval and a denial come at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await sold('PLAIN');
      await request(sale);
      const all = [decide(sale, 'approved'), decide(sale, 'denied'), setReturned(sale), setReturned(sale)];
      await Promise.allSettled(all);
      await pause(5);
      await completeOverdue.returns(world.core);
      expect(await state(sale)).toMatchObject(approved);
    }
    const { returned } = await state(await lastSold());
    const { returns } = await of().returns.page({ placedCampaignId: 'PLAIN', status: 'approved' }, 100);
    expect(returned).toBe(returns.length);
  });

  const lastSold = async (): Promise<LedgerEntry> =>
    (await of().ledger.page({ type: 'return' }, 1)).entries[0]!;
});
