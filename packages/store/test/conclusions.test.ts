import type { DeliveryDecision, NewEffect } from '@sluice/contracts';
import { accepted, aSubmission, duringTests, openSlot, placeSlot, slot } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { asks } from './counts.js';

const world = duringTests(openWorld);

const mine = () => world.stores.forTenant('demo');
const at = new Date('2026-11-21T10:00:00Z');
const earlier = new Date('2026-11-21T09:59:59Z');
const decision: DeliveryDecision = { kind: 'delivered', campaignId: 'C', clientId: 'cli', trace: [] };

const effectOf = (n: string): NewEffect => ({
  effectId: `sub_${n}.delivered`,
  kind: 'call',
  eventId: `evt_${n}`,
  trigger: 'lead.delivered',
  body: { interactionId: 'int_1' },
  submissionId: `sub_${n}`,
  leadId: `lead_${n}`,
  campaignId: 'C',
});

const begin = async (n: string) => {
  await world.stores.accept(accepted(aSubmission({ submissionId: `sub_${n}` })));
  await mine().attempts.claim(
    { submissionId: `sub_${n}`, generation: 0 },
    { n: 1, url: 'http://b', startedAt: at, leaseUntil: at },
  );
};

const written = (n: string) => ({
  lead: { leadId: `lead_${n}`, submissionId: `sub_${n}`, status: 'delivered', ended: true, at },
  effects: [{ effect: effectOf(n), createdAt: at, dueAt: at }],
});
const end = { status: 'delivered', endedAt: at } as const;

/** The leads of the effects that this call created; undefined if another decision stands. */
async function conclude(n: string): Promise<readonly string[] | undefined> {
  const concluded = await mine().conclusions.conclude(
    { submissionId: `sub_${n}`, leadId: `lead_${n}` },
    {
      recorded: { stage: 'delivery', generation: 0, decision, decidedAt: at },
      attempt: { n: 1, outcome: { kind: 'accepted', endedAt: at, durationMs: 5 }, cancelsNext: false },
    },
    { ...written(n), end },
  );
  if (concluded.kind !== 'written') expect(concluded.kind).toBe('decided_before');
  return concluded.kind === 'written' ? concluded.created.map(({ leadId = '' }) => leadId) : undefined;
}

const stateOf = async (n: string) => {
  const [submission, lead, decided, [attempt], effect] = await Promise.all([
    mine().submissions.find(`sub_${n}`),
    mine().leads.find(`lead_${n}`),
    mine().journal.find(`sub_${n}`, 'delivery', 0),
    mine().attempts.of(`sub_${n}`),
    mine().effects.find(`sub_${n}.delivered`),
  ]);
  return {
    attempt: attempt?.outcome?.kind,
    decision: decided?.kind,
    effect: effect?.status,
    lead: lead?.status,
    submission: submission?.status,
    isDue: submission?.dueAt !== undefined,
  };
};
const concluded = {
  attempt: 'accepted',
  decision: 'delivered',
  effect: 'due',
  lead: 'delivered',
  submission: 'delivered',
  isDue: false,
};

describe('deliveries that end in the same moment', () => {
  it('are concluded each with its attempt, decision, effects, lead and end', async () => {
    const all = Array.from({ length: 70 }, (_, n) => `many${n}`);
    await Promise.all(all.map(begin));
    const created = await Promise.all(all.map(conclude));
    expect(created).toEqual(all.map((n) => [`lead_${n}`]));
    for (const n of all) expect(await stateOf(n)).toEqual(concluded);
  });

  it('date the change of none of their leads before it was decided, although one was decided long ago', async () => {
    await Promise.all(['old', 'new'].map(begin));
    const now = new Date('2026-11-21T10:00:40Z');
    const lead = (n: string, decidedAt: Date) => ({ ...written(n).lead, at: decidedAt });
    await Promise.all([
      mine().conclusions.close('sub_old', { end, lead: lead('old', at) }),
      mine().conclusions.close('sub_new', { end, lead: lead('new', now) }),
    ]);
    const leads = await Promise.all(['old', 'new'].map((n) => mine().leads.find(`lead_${n}`)));
    for (const { updatedAt } of leads.map((found) => found!))
      expect(updatedAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
  });

  it('are not ended where another decision is recorded, and the others are', async () => {
    const all = ['o1', 'o2', 'o3', 'o4'];
    await Promise.all(all.map(begin));
    for (const n of ['o2', 'o3']) {
      const ref = { submissionId: `sub_${n}`, leadId: `lead_${n}` };
      await mine().journal.record(ref, 'delivery', 0, { kind: 'rejected', reason: 'no', trace: [] }, at);
    }
    const created = await Promise.all(all.map(conclude));
    expect(created.map((effects) => effects?.length)).toEqual([1, undefined, undefined, 1]);
    for (const n of ['o1', 'o4']) expect(await stateOf(n)).toEqual(concluded);
    for (const n of ['o2', 'o3'])
      expect(await stateOf(n)).toEqual({
        attempt: 'accepted',
        decision: 'rejected',
        effect: undefined,
        isDue: true,
        lead: 'pending',
        submission: 'pending',
      });
  });

  it('are ended although some of their effects were written before, and create only the others', async () => {
    const all = ['e1', 'e2', 'e3', 'e4'];
    await Promise.all(all.map(begin));
    for (const n of ['e2', 'e4']) await mine().effects.plan(effectOf(n), earlier, at);
    const created = await Promise.all(all.map(conclude));
    expect(created).toEqual([['lead_e1'], [], ['lead_e3'], []]);
    for (const n of all) expect(await stateOf(n)).toEqual(concluded);
  });

  it('count what a command wrote whose answer was lost as written now', async () => {
    await begin('lost');
    await conclude('lost');
    // The same documents to the millisecond, as they are sent again after a connection broke.
    expect(await conclude('lost')).toEqual(['lead_lost']);
    expect(await stateOf('lost')).toEqual(concluded);
  });

  it('fail alone if they cannot be written', async () => {
    const all = ['f1', 'f2', 'f3'];
    await Promise.all(all.map(begin));
    const isOdd = (n: string) => n === 'f2';
    const outcomes = await Promise.allSettled(
      all.map((n) =>
        mine().conclusions.close(`sub_${n}`, {
          end,
          ...written(n),
          effects: [
            {
              effect: { ...effectOf(n), ...(isOdd(n) && { body: { 'a\0b': 1 } as never }) },
              createdAt: at,
              dueAt: at,
            },
          ],
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stateOf('f1')).isDue).toBe(false);
    expect(await stateOf('f2')).toMatchObject({ lead: 'pending', submission: 'pending', isDue: true });
    expect((await stateOf('f3')).isDue).toBe(false);
  });
});

/** What a command leaves that was made only in part, because the database stopped in the middle of it. */
describe.each([
  ['the outcome of the attempt', 1],
  ['the decision', 2],
  ['the placement', 3],
  ['the effects', 4],
  ['the status of the lead', 5],
])('an end that stopped after %s', (_, parts) => {
  it('is written whole when it is written again, and counts one placement', async () => {
    const n = `part${parts}`;
    const ask = asks({ campaignId: `PART${parts}` }, { lifetime: 5 });
    const name = `sub_${n}.routing.0`;
    await begin(n);
    await openSlot(mine(), slot(name), at, [ask]);
    const { lead, effects } = written(n);
    const steps = [
      () =>
        mine().attempts.conclude({ submissionId: `sub_${n}`, generation: 0 }, 1, {
          kind: 'accepted',
          endedAt: at,
          durationMs: 5,
        }),
      () =>
        mine().journal.record({ submissionId: `sub_${n}`, leadId: `lead_${n}` }, 'delivery', 0, decision, at),
      () => placeSlot(mine(), slot(name), [ask.name], at),
      () => mine().effects.plan(effects[0]!.effect, earlier, at),
      () => mine().leads.recordStatus(lead.leadId, lead),
    ];
    for (const step of steps.slice(0, parts)) await step();
    expect((await stateOf(n)).isDue).toBe(true);
    // The sweep continues from the recorded decision.
    if (parts < 2) await steps[1]!();
    const created = await mine().conclusions.close(`sub_${n}`, {
      end,
      lead,
      effects,
      counts: mine().counts.takenOut(slot(name), [ask.name], { at }),
    });
    expect(created).toHaveLength(parts < 4 ? 1 : 0);
    expect(await stateOf(n)).toEqual(concluded);
    expect([...(await mine().counts.used([ask])).values()]).toEqual([1]);
    expect(await world.db.collection('counts').findOne({ _id: `demo/${ask.name}` as never })).toMatchObject({
      open: [],
      lifetime: { placed: 1 },
    });
  });
});
