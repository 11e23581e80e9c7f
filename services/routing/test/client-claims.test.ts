/** Whom a client has already: claims that are taken with the decision of routing, and what becomes of them. */
import type { CampaignSettings, Decision, SubmissionRecord } from '@sluice/contracts';
import { advance, Openings } from '@sluice/pipeline';
import { duringTests, eventually, frozenBefore, testPhone } from '@sluice/testing';
import { now } from '@sluice/pipeline';
import { GroupTurns } from '../src/group-turns.js';
import { OnTheWay } from '../src/on-the-way.js';
import { routingStage } from '../src/routing-stage.js';
import { openRoutingWorker } from './routing-worker.js';

const world = duringTests(openRoutingWorker);
const settings: CampaignSettings = { dedupeEnabled: true, dedupeScope: 'client', dedupeFields: ['phone'] };

beforeAll(async () => {
  await world.putCampaign('SECND', [], { settings });
  await world.putCampaign('FIRST', [], { settings, fallbackCampaigns: ['SECND'] });
  await world.putCampaign('ALONE', [], { settings });
  await world.putCampaign('NOROO', [{ type: 'daily', cap: 0, action: 'queue' }], { settings });
  await world.putCampaign('HOLDS', [{ type: 'daily', cap: 1, action: 'queue' }], { settings });
  await sent('HOLDS', aPerson());
  await world.putCampaign('NEXT', [{ type: 'lifetime', cap: 0, action: 'next' }], {
    settings,
    fallbackCampaigns: ['SECND'],
  });
});

let people = 0;
const aPerson = () => {
  people += 1;
  return { phone: testPhone(900 + people) };
};
const again = { first: false } as const;

/** Where the lead goes: the campaign, or the reason; run again while another lead may just be taking a claim. */
async function goes(submission: SubmissionRecord, generation = 0, run: { first: boolean } = { first: true }) {
  const { submissionId } = submission;
  await eventually(`${submissionId} is decided`, async () => {
    const { outcome } = await world.route(submission, generation, run);
    return outcome !== 'waits_for_duplicate';
  });
  const decision = await world.mine.journal.find(submissionId, 'routing', generation);
  return decision?.kind === 'routed' ? decision.campaignId : decision?.reason;
}
const sent = async (campaignId: string, data: SubmissionRecord['data']) => {
  const submission = await world.qualified(campaignId, { data });
  return { submission, went: await goes(submission) };
};
const ends = (submission: SubmissionRecord, decision: object, generation = 0) =>
  advance(world.core, submission, {
    stage: 'delivery',
    generation,
    decision: { trace: [], ...decision } as never,
    decidedAt: now(world.core),
  });
/** The clients of which the submission's lead holds claims. */
const heldBy = async ({ leadId }: SubmissionRecord) =>
  (await world.mine.duplicateClaims.ofLead(leadId, now(world.core))).map(({ id }) => id.split('.')[1]);

it('of two leads of one person at once each of two clients gets one, and a third nobody', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const person = aPerson();
      const two = await Promise.all([0, 1].map(() => world.qualified('FIRST', { data: person })));
      const went = await Promise.all(two.map((submission) => goes(submission)));
      return [...went.toSorted(), (await sent('FIRST', person)).went];
    }),
  );
  expect(all).toEqual(all.map(() => ['FIRST', 'SECND', 'no_buyer']));
});

it.each<[string, object, string]>([
  ['a sale', { kind: 'delivered', campaignId: 'ALONE', clientId: 'ALONE', price: 1 }, 'no_buyer'],
  ['an unknown outcome', { kind: 'failed', reason: 'unknown_outcome' }, 'no_buyer'],
  ['a refusal', { kind: 'rejected', reason: 'buyer_rejected' }, 'ALONE'],
  ['a hold before delivery', { kind: 'pending_action', reason: 'human_review' }, 'ALONE'],
])('after %s the same person of another lead is %#: %o', async (_end, decision, next) => {
  const person = aPerson();
  const { submission } = await sent('ALONE', person);
  expect(await heldBy(submission)).toEqual(['ALONE']);
  await ends(submission, decision);
  expect(await heldBy(submission)).toEqual(next === 'no_buyer' ? ['ALONE'] : []);
  expect((await sent('ALONE', person)).went).toBe(next);
});

it('a lead that is passed on gives the claim of that client back, and takes that of the next', async () => {
  const person = aPerson();
  const { submission } = await sent('FIRST', person);
  const asked = [{ campaignId: 'FIRST', clientId: 'FIRST', outcome: 'refused', reason: 'no' }];
  const passedOn = { kind: 'passed_on', reason: 'no', asked };
  await world.mine.journal.record(
    submission,
    'delivery',
    0,
    { trace: [], ...passedOn } as never,
    now(world.core),
  );
  await ends(submission, passedOn);
  expect(await heldBy(submission)).toEqual([]);
  expect(await goes(submission, 1)).toBe('SECND');
  expect(await heldBy(submission)).toEqual(['SECND']);
  expect((await sent('FIRST', person)).went).toBe('FIRST');
});

it('a lead that is held, or finds no room and goes elsewhere, holds no claim of that client', async () => {
  const held = await sent('HOLDS', aPerson());
  expect([held.went, await heldBy(held.submission)]).toEqual(['daily_limit_full', []]);
  expect((await world.mine.submissions.find(held.submission.submissionId))?.status).toBe('queued');
  const elsewhere = await sent('NEXT', aPerson());
  expect([elsewhere.went, await heldBy(elsewhere.submission)]).toEqual(['SECND', ['SECND']]);
});

it('a test lead claims nothing and is nobody’s duplicate', async () => {
  const person = aPerson();
  await sent('ALONE', person);
  const test = await world.qualified('ALONE', { data: person, isTest: true });
  expect([await goes(test), await heldBy(test)]).toEqual(['ALONE', []]);
});

describe('a process that dies between a claim and its decision', () => {
  const dies = (submission: SubmissionRecord, client: string) =>
    world.mine.duplicateClaims.take(
      `client.${client}.phone.${submission.submissionId}`,
      submission,
      now(world.core),
      new Date(now(world.core).getTime() + 1e9),
    );

  it.each([
    ['FIRST', 'SECND'],
    ['NOROO', 'NOROO'],
  ])('leaves no claim once its lead, sent to %s, is decided elsewhere', async (campaignId, client) => {
    const submission = await world.qualified(campaignId, { data: aPerson() });
    await dies(submission, client);
    await goes(submission, 0, again);
    expect(await heldBy(submission)).toEqual(campaignId === 'FIRST' ? ['FIRST'] : []);
  });

  it('leaves its claims while the lead waits, because a late run may still decide by them', async () => {
    const person = aPerson();
    const before = await sent('FIRST', person);
    const [id = ''] =
      (await world.mine.journal.find(before.submission.submissionId, 'routing', 0))?.claims ?? [];
    await ends(before.submission, { kind: 'rejected', reason: 'no' });
    const taking = await world.qualified('FIRST', { data: person });
    const until = new Date(now(world.core).getTime() + 1e9);
    await world.mine.duplicateClaims.take(id, taking, now(world.core), until);
    const submission = await world.qualified('FIRST', { data: person });
    await dies(submission, 'SECND');
    expect(await world.route(submission, 0, again)).toMatchObject({ outcome: 'waits_for_duplicate' });
    expect(await heldBy(submission)).toEqual(['SECND']);
  });

  it('lets another lead of the person wait until its own lead is decided', async () => {
    const person = aPerson();
    const [one, other] = [
      await world.qualified('FIRST', { data: person }),
      await world.qualified('ALONE', { data: person }),
    ];
    // Only its claim of the client ALONE was written.
    const { claims = [] } = (await goes(other),
    await world.mine.journal.find(other.submissionId, 'routing', 0))!;
    await ends(other, { kind: 'rejected', reason: 'no' });
    const [id = ''] = claims;
    await world.mine.duplicateClaims.take(
      id,
      one,
      now(world.core),
      new Date(now(world.core).getTime() + 1e9),
    );
    const third = await world.qualified('ALONE', { data: person });
    expect(await world.route(third)).toMatchObject({ outcome: 'waits_for_duplicate' });
    expect(await goes(one, 0, again)).toBe('FIRST');
    expect(await goes(third)).toBe('ALONE');
  });
});

it('a claim that a late run has left a held lead is given back as soon as another lead wants it', async () => {
  const person = aPerson();
  const before = await sent('ALONE', person);
  const { claims: [id = ''] = [] } =
    (await world.mine.journal.find(before.submission.submissionId, 'routing', 0)) ?? {};
  await ends(before.submission, { kind: 'rejected', reason: 'no' });
  const { submission: held } = await sent('HOLDS', person);
  const until = new Date(now(world.core).getTime() + 1e9);
  await world.mine.duplicateClaims.take(id, held, now(world.core), until);
  const other = await world.qualified('ALONE', { data: person });
  expect(await world.route(other)).toMatchObject({ outcome: 'waits_for_duplicate' });
  const { dueAt } = (await world.mine.submissions.find(held.submissionId)) ?? {};
  expect(dueAt!.getTime()).toBeLessThanOrEqual(now(world.core).getTime());
  await world.route(held, 1);
  expect(await heldBy(held)).toEqual([]);
  expect(await goes(other)).toBe('ALONE');
});

it('a worker whose decision is recorded second keeps no claim of the client that it chose', async () => {
  const submission = await world.qualified('FIRST', { data: aPerson() });
  const routed: Decision = {
    kind: 'routed',
    campaignId: 'SECND',
    clientId: 'SECND',
    reservedAt: now(world.core),
    trace: [],
  };
  const slow = frozenBefore(world.core.stores, 'conclusions', 'conclude', () =>
    world.mine.journal.record(submission, 'routing', 0, routed, now(world.core)),
  );
  const inProcess = { turns: new GroupTurns(), openings: new Openings(), onTheWay: new OnTheWay() };
  const { tenantId, submissionId } = submission;
  const deps = { ...world.core, stores: slow, ...inProcess };
  await routingStage.run({ tenantId, submissionId, generation: 0 }, deps, { first: true });
  expect(await heldBy(submission)).toEqual([]);
});
