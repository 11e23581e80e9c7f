import type {
  Campaign,
  Ending,
  QualificationDecision,
  RecordedDecision,
  SubmissionRecord,
} from '@sluice/contracts';
import { advance, claimFreeValues, conclude, loadSubmission } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { claimId } from '@sluice/store';
import { accepted, aSubmission, duringTests, frozenBefore, putItem, testPhone } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { claimAndConclude, withClaims } from '../src/claim-and-conclude.js';

const world = duringTests(openWorld);

const mine = () => world.core.stores.forTenant('demo');
const now = () => world.core.stores.clock.now();
const campaign = {
  campaignId: 'ACMRU',
  settings: { dedupeEnabled: true, dedupeFields: ['phone', 'email'] },
} as Campaign;

async function accept(fields: Partial<SubmissionRecord>): Promise<SubmissionRecord> {
  const submission = aSubmission({ submissionId: newId('submission'), acceptedAt: now(), ...fields });
  await world.core.stores.accept(accepted(submission));
  return submission;
}

let people = 0;
/** A person with a phone number and an email address that are not known yet. */
function aPerson() {
  const n = (people += 1);
  const data = { phone: testPhone(n), email: `late${n}@leads.example` };
  const [phone, email] = [claimId('ACMRU', 'phone', data.phone), claimId('ACMRU', 'email', data.email)];
  return { data, phone, email, comes: () => accept({ data }) };
}

/** Runs qualification for a submission, in a worker with these stores. */
async function qualify(submission: SubmissionRecord, stores = world.core.stores): Promise<string> {
  const core = { ...world.core, stores };
  const run = { first: true } as const;
  const loaded = await loadSubmission(core, 'qualification', { ...submission, generation: 0 }, run);
  if (!loaded) return 'nothing left';
  const concluded = await claimAndConclude(core, loaded, run, subjectOf(submission), async ({ kind }) =>
    kind === 'duplicate' ? { kind, reason: 'duplicate_phone', trace: [] } : { kind: 'qualified', trace: [] },
  );
  if (!concluded) throw new Error('undecided');
  return concluded.outcome;
}

/** Tries a delivery again without qualifying anew. */
async function retry(submission: SubmissionRecord): Promise<string> {
  const { core } = world;
  const payload = { ...submission, generation: 0 };
  const loaded = await loadSubmission(core, 'qualification', payload, { first: true });
  if (!loaded) return 'nothing left';
  const claims = await claimFreeValues(core, subjectOf(submission), mine().duplicateClaims);
  const qualified = withClaims({ kind: 'qualified', trace: [] }, claims);
  return (await conclude(core, loaded, qualified)).outcome.outcome;
}

const subjectOf = (submission: SubmissionRecord) => ({ submission, campaign, client: undefined });

const end = (submission: SubmissionRecord, ending: Ending) => {
  const recorded = { stage: 'delivery', generation: 0, decision: ending, decidedAt: now() };
  return advance(world.core, submission, recorded as RecordedDecision);
};
const rejected: Ending = { kind: 'rejected', reason: 'no', trace: [] };
const delivered: Ending = { kind: 'delivered', campaignId: 'ACMRU', clientId: 'cli_1', trace: [] };

/** Whether no lead holds the value. */
const isFree = async (id: string) => {
  const answer = await mine().duplicateClaims.look(id, { leadId: 'lead_nobody' }, now());
  return answer.kind === 'ours';
};

/** A submission that ended, and whose claim was then taken again by a frozen worker that died afterwards. */
async function claimedAfter(ending: Ending) {
  const person = aPerson();
  const submission = await person.comes();
  await qualify(submission);
  await end(submission, ending);
  const until = new Date(now().getTime() + 60_000);
  await mine().duplicateClaims.take(person.phone, submission, now(), until);
  return { person, submission };
}

it('a placed lead that is submitted again with another phone gives the old one back', async () => {
  const [person, corrected] = [aPerson(), aPerson()];
  const first = await person.comes();
  await qualify(first);
  await end(first, delivered);
  const data = { ...person.data, phone: corrected.data.phone };
  const again = await accept({ leadId: first.leadId, data, first: false });
  await qualify(again);
  const free = await Promise.all([person.phone, person.email, corrected.phone].map(isFree));
  expect(free).toEqual([true, false, false]);
});

describe('a dedupe claim taken by a worker that was frozen until the submission had ended', () => {
  it('is released when the worker finds that another decision was recorded first', async () => {
    const person = aPerson();
    const submission = await person.comes();
    const slow = frozenBefore(world.core.stores, 'conclusions', 'conclude', async () => {
      await qualify(submission);
      await end(submission, rejected);
    });
    await qualify(submission, slow);
    expect([await isFree(person.phone), await isFree(person.email)]).toEqual([true, true]);
  });

  it.each<Ending>([rejected, { kind: 'failed', reason: 'retries_spent', trace: [] }])(
    'makes no other lead a duplicate after an end as $kind, even if the worker died',
    async (ending) => {
      const { person } = await claimedAfter(ending);
      expect(await qualify(await person.comes())).toBe('qualified');
      expect(await qualify(await person.comes())).toBe('duplicate');
    },
  );

  it.each<Ending>([
    delivered,
    { kind: 'pending_action', reason: 'human_review', trace: [] },
    { kind: 'error', reason: 'unknown_outcome', trace: [] },
  ])('still belongs to the lead after an end as $kind', async (ending) => {
    const { person } = await claimedAfter(ending);
    expect(await qualify(await person.comes())).toBe('duplicate');
  });

  it.each([
    ['qualifies', qualify],
    ['is a retry', retry],
  ])(
    'belongs to the next submission of the lead, which %s, and is kept when that is placed',
    async (_how, run) => {
      const { person, submission } = await claimedAfter(rejected);
      const { leadId } = submission;
      const next = await accept({ leadId, first: false, data: person.data });
      expect(await run(next)).toBe('qualified');
      await end(next, delivered);
      expect(await qualify(await person.comes())).toBe('duplicate');
    },
  );

  it('is taken over by a retry of another lead, so that the person is a duplicate once that is placed', async () => {
    const { person } = await claimedAfter(rejected);
    const next = await person.comes();
    expect(await retry(next)).toBe('qualified');
    await end(next, delivered);
    expect(await qualify(await person.comes())).toBe('duplicate');
  });
});

describe('a worker whose decision was recorded second', () => {
  it.each<[string, QualificationDecision, (person: ReturnType<typeof aPerson>) => readonly string[]]>([
    ['none', { kind: 'disqualified', reason: 'rule', trace: [] }, () => []],
    [
      'one',
      { kind: 'pending_action', reason: 'human_review', trace: [] },
      ({ phone }: ReturnType<typeof aPerson>) => [phone],
    ],
  ])('keeps %s of its dedupe claims, as in the recorded decision %o', async (_what, recorded, heldOf) => {
    const person = aPerson();
    const submission = await person.comes();
    const claims = heldOf(person);
    const slow = frozenBefore(world.core.stores, 'conclusions', 'conclude', () =>
      mine().journal.record(submission, 'qualification', 0, { ...recorded, claims }, now()),
    );
    expect(await qualify(submission, slow)).toBe(recorded.kind);
    expect([await isFree(person.phone), await isFree(person.email)]).toEqual([
      !claims.includes(person.phone),
      true,
    ]);
  });
});

describe('the dedupe window of a person', () => {
  const DAY_MS = 24 * 3600_000;
  /** Whether another lead that arrives in `days` is a duplicate. */
  const isHeldIn = async (id: string, days: number) => {
    const then = new Date(now().getTime() + days * DAY_MS);
    return (await mine().duplicateClaims.look(id, { leadId: 'lead_nobody' }, then)).kind === 'held';
  };

  /** A lead that was placed with only three days of its window left, and is submitted again. */
  async function comesAgain(person: ReturnType<typeof aPerson>) {
    const first = await person.comes();
    await qualify(first);
    await end(first, delivered);
    const { leadId, submissionId } = first;
    const soon = new Date(now().getTime() + 3 * DAY_MS);
    await mine().duplicateClaims.takeOver(person.phone, submissionId, first, soon);
    const again = await accept({ leadId, first: false, data: person.data });
    await qualify(again);
    return again;
  }

  it('is renewed when the same lead is placed again', async () => {
    const parts = { name: 'C', active: true, clientId: 'cli_1', offerId: 'off_1' };
    await putItem(mine().campaigns, 'ACMRU', { ...campaign, ...parts });
    const person = aPerson();
    await end(await comesAgain(person), delivered);
    expect([await isHeldIn(person.phone, 29), await isHeldIn(person.phone, 31)]).toEqual([true, false]);
  });

  it('stays unchanged when the same lead is refused the second time', async () => {
    const person = aPerson();
    await end(await comesAgain(person), rejected);
    expect([await isHeldIn(person.phone, 2), await isHeldIn(person.phone, 4)]).toEqual([true, false]);
  });
});

it('a person who was placed is a duplicate until the dedupe window ends, even after the leads of that time were deleted', async () => {
  const person = aPerson();
  const submission = await person.comes();
  await qualify(submission);
  await end(submission, delivered);
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (const { deleteSlice } of mine().retention.walks('leads'))
    await deleteSlice(tomorrow, undefined, async () => undefined);
  expect(await mine().journal.find(submission.submissionId, 'qualification', 0)).toBeUndefined();
  expect(await qualify(await person.comes())).toBe('duplicate');
});
