import { slotName, type RoutingDecision, type SubmissionRecord } from '@sluice/contracts';
import { auditSlots } from '../src/index.js';
import { accept, openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let counters = 0;
/** A separate counter for each test, with room for one lead. */
function aCounter(): string {
  counters += 1;
  return `campaign.CAP${counters}.daily.2026-11-21`;
}

const stores = () => world.core.stores.forTenant('demo');
const ask = (counter: string) => ({ counter, cap: 1, owner: { campaignId: 'CAP' } });

async function reserved(counter: string): Promise<SubmissionRecord> {
  const submission = await accept(world.core);
  const name = slotName(submission.submissionId, 0);
  expect(await stores().slots.reserve(name, [ask(counter)])).toEqual({ granted: true });
  return submission;
}

const decide = (submission: SubmissionRecord, decision: RoutingDecision) =>
  stores().journal.record(submission, 'routing', 0, decision, new Date());

const routedTo = (slots: string[]): RoutingDecision => ({
  kind: 'routed',
  campaignId: 'CAP',
  clientId: 'cli_1',
  slots,
  reservedAt: new Date(),
  trace: [],
});

const heldBy = (waitsFor: string[]): RoutingDecision => ({
  kind: 'held',
  reason: 'daily_limit_full',
  campaignId: 'CAP',
  until: new Date(Date.now() + 3600_000),
  waitsFor,
  trace: [],
});

const isFree = async (counter: string) => (await stores().slots.full([ask(counter)])).length === 0;

describe('the audit of slots', () => {
  it('keeps a slot while its submission is in progress, routed or not', async () => {
    const [undecided, decided] = [aCounter(), aCounter()];
    await reserved(undecided);
    await decide(await reserved(decided), routedTo([decided]));
    await auditSlots(world.core, -1_000);
    expect([await isFree(undecided), await isFree(decided)]).toEqual([false, false]);
  });

  it('releases the slot of a worker that died before it decided, once the submission has ended', async () => {
    const counter = aCounter();
    const { submissionId } = await reserved(counter);
    await stores().endings.write(submissionId, { status: 'superseded', endedAt: new Date() });
    expect(await auditSlots(world.core, -1_000)).toBe(1);
    expect(await isFree(counter)).toBe(true);
  });

  it('leaves the slots of a tenant on hold, and of all during a hold of the installation, to the release', async () => {
    const counter = aCounter();
    const { submissionId } = await reserved(counter);
    await stores().endings.write(submissionId, { status: 'superseded', endedAt: new Date() });
    const { hold, tenantHolds } = world.core.stores;
    const by = 'ada';
    await tenantHolds.put({ tenantId: 'demo', by, reason: '', since: new Date() });
    expect(await auditSlots(world.core, -1_000)).toBe(0);
    await hold.put({ by, at: new Date() });
    await tenantHolds.release('demo');
    expect(await auditSlots(world.core, -1_000)).toBe(0);
    await hold.release();
    expect(await auditSlots(world.core, -1_000)).toBe(1);
    expect(await isFree(counter)).toBe(true);
  });

  it.each([
    ['was held', heldBy],
    ['was routed elsewhere', () => routedTo([])],
  ])(
    'releases a slot that the recorded decision does not use because its lead %s',
    async (_what, decision) => {
      const counter = aCounter();
      await decide(await reserved(counter), decision([counter]));
      await auditSlots(world.core, -1_000);
      expect(await isFree(counter)).toBe(true);
    },
  );

  it('releases a slot that was reserved again after the lead was placed, and keeps the placement', async () => {
    const counter = aCounter();
    const submission = await reserved(counter);
    const name = slotName(submission.submissionId, 0);
    await decide(submission, routedTo([counter]));
    await stores().slots.confirm(name, [counter]);
    await stores().endings.write(submission.submissionId, { status: 'delivered', endedAt: new Date() });
    stores().slots.ended(name, [counter]);
    await stores().slots.release('sub_other.routing.0', [counter]);
    await stores().slots.reserve(name, [{ ...ask(counter), cap: 2 }]);
    expect(await auditSlots(world.core, -1_000)).toBe(1);
    expect(await stores().slots.full([{ ...ask(counter), cap: 2 }])).toEqual([]);
    expect(await isFree(counter)).toBe(false);
  });

  it('keeps the slot of a lead of unknown outcome', async () => {
    const counter = aCounter();
    const submission = await reserved(counter);
    await decide(submission, routedTo([counter]));
    const end = { status: 'failed', reason: 'unknown_outcome', endedAt: new Date() } as const;
    await stores().endings.write(submission.submissionId, end);
    await auditSlots(world.core, -1_000);
    expect(await isFree(counter)).toBe(false);
  });

  it('releases the oldest held lead that waits for the slot, and only that one', async () => {
    const counter = aCounter();
    const later = new Date(Date.now() + 3600_000);
    const waiting = [await accept(world.core), await accept(world.core)];
    for (const { submissionId } of waiting) {
      await stores().submissions.hold(submissionId, 0, later, 'daily_limit_full', [counter]);
    }
    const { submissionId } = await reserved(counter);
    await stores().endings.write(submissionId, { status: 'void', endedAt: new Date() });
    await auditSlots(world.core, -1_000);
    const dueAts = await Promise.all(
      waiting.map(async ({ submissionId: id }) => (await stores().submissions.find(id))?.dueAt ?? later),
    );
    expect(dueAts.map((dueAt) => dueAt < later)).toEqual([true, false]);
  });

  it('ignores submissions that have only just been accepted', async () => {
    const counter = aCounter();
    const { submissionId } = await reserved(counter);
    await stores().endings.write(submissionId, { status: 'void', endedAt: new Date() });
    await auditSlots(world.core);
    expect(await isFree(counter)).toBe(false);
  });
});
