/**
 * A limit that is switched on and off, compared with a plain count of placements: it counts every lead that its period
 * has placed, and every lead in progress, whenever it was on.
 */
import type { Campaign, DeliveryDecision, SubmissionRecord } from '@sluice/contracts';
import { auditCounts, advance, now, resolveOutcome, type Core } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { createReports } from '@sluice/reports';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  duringTests,
  putItem,
  putTenant,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import fc from 'fast-check';
import { GroupTurns } from '../src/group-turns.js';
import { OnTheWay } from '../src/on-the-way.js';
import { Openings } from '@sluice/pipeline';
import { routingStage } from '../src/routing-stage.js';

const tenantId = 'demo';
const trace = [] as const;

const world = duringTests(() => openWorld({ privateRedis: true }));
let core: Core;
let runs = 0;

beforeAll(async () => {
  await restart();
  await putTenant(core.stores.tenants, { tenantId, name: 'Demo', settings: {} });
});

/**
 * Replaces the process's stores, and so empties every cache. There is one process here, so a change is known at once.
 */
async function restart(): Promise<void> {
  const stores = await world.openStores({ counts: { knownEverywhereMs: 0 } });
  core = { ...world.core, stores, reports: createReports(stores) };
}

const defaultPostingUrl = 'https://buyer.example/leads';

const turns = new GroupTurns();
const openings = new Openings();
const onTheWay = new OnTheWay();

type Limit = 'on' | 'paused' | 'outside_dates' | 'removed';

/** One campaign under a limit, with a plain count of its placements. */
async function limitedCampaign(cap: number, of: 'campaign' | 'client') {
  runs += 1;
  const campaignId = `R${runs}`;
  // The client gets the campaign's id, so that no two campaigns have the same client.
  const clientId = campaignId;
  const inProgress: SubmissionRecord[] = [];
  const count = { placed: 0, unknown: 0 };

  async function switchTo(limit: Limit): Promise<void> {
    const dates = limit === 'outside_dates' ? { startDate: '2020-01-01', endDate: '2020-01-31' } : {};
    const active = limit !== 'paused';
    const limits = { type: 'lifetime', cap, action: 'reject', active, ...dates };
    const deliveryLimits = of === 'campaign' && limit !== 'removed' ? [limits] : [];
    const settings = of === 'client' && limit === 'on' ? { maxLeadsPerMonth: cap } : {};
    const { campaigns, clients } = core.stores.forTenant(tenantId);
    await putItem(
      clients,
      clientId,
      aStoredClient({ clientId, settings: { defaultPostingUrl, ...settings } }),
    );
    const own = { campaignId, clientId, deliveryLimits: deliveryLimits as Campaign['deliveryLimits'] };
    await putItem(campaigns, campaignId, aStoredCampaign(own));
  }

  async function accept(): Promise<SubmissionRecord> {
    const own = { submissionId: newId('submission'), campaignId, acceptedAt: now(core) };
    const submission = aSubmission(own);
    await core.stores.accept(accepted(submission));
    const { journal } = core.stores.forTenant(tenantId);
    await journal.record(submission, 'qualification', 0, { kind: 'qualified', trace }, now(core));
    return submission;
  }

  /** Runs routing once for a lead and returns the outcome. */
  async function tryToRoute(submission: SubmissionRecord, first: boolean): Promise<string> {
    const payload = { tenantId, submissionId: submission.submissionId, generation: 0 };
    const { outcome } = await routingStage.run(
      payload,
      { ...core, encryptionKeys: [], turns, openings, onTheWay },
      { first },
    );
    if (outcome === 'routed') inProgress.push(submission);
    return outcome;
  }

  /** Routes a new lead and returns whether it goes to the buyer. */
  async function route(): Promise<boolean> {
    const submission = await accept();
    const outcome = await tryToRoute(submission, true);
    // A client's limit holds leads beyond its cap.
    if (!['routed', 'rejected', 'held'].includes(outcome)) throw new Error(`not decided: ${outcome}`);
    return outcome === 'routed';
  }

  async function ends(which: number, how: 'delivered' | 'rejected' | 'unknown'): Promise<void> {
    const [submission] = inProgress.splice(which % Math.max(1, inProgress.length), 1);
    if (!submission) return;
    const decision: DeliveryDecision =
      how === 'delivered'
        ? { kind: 'delivered', campaignId, clientId, trace }
        : how === 'rejected'
          ? { kind: 'rejected', reason: 'buyer_rejected', trace }
          : { kind: 'pending_action', reason: 'unknown_outcome', trace };
    const { journal } = core.stores.forTenant(tenantId);
    const at = now(core);
    await journal.record(submission, 'delivery', 0, decision, at);
    await advance(core, submission, { stage: 'delivery', generation: 0, decision, decidedAt: at });
    if (how === 'delivered') count.placed += 1;
    if (how === 'unknown') count.unknown += 1;
  }

  const used = (): number => count.placed + count.unknown + inProgress.length;
  return { switchTo, accept, tryToRoute, route, ends, used, inProgress };
}

type Step =
  | { readonly do: 'switch'; readonly to: Limit }
  | { readonly do: 'route' | 'restart' | 'audit' }
  | { readonly do: 'end'; readonly which: number; readonly how: 'delivered' | 'rejected' | 'unknown' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('switch' as const),
      to: fc.constantFrom<Limit[]>('on', 'on', 'paused', 'outside_dates', 'removed'),
    }),
  },
  { weight: 8, arbitrary: fc.constant({ do: 'route' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'audit' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(9),
      how: fc.constantFrom(
        'delivered' as const,
        'delivered' as const,
        'rejected' as const,
        'unknown' as const,
      ),
    }),
  },
);

const audit = () => auditCounts(core, { youngMs: -1_000 });

describe('a limit that is switched on and off', () => {
  it('with a cap of three a month and four leads placed, two of them while it was off, admits no more', async () => {
    const { switchTo, route, ends } = await limitedCampaign(3, 'campaign');
    await switchTo('on');
    for (const limit of ['on', 'paused'] as const) {
      await switchTo(limit);
      for (let n = 0; n < 2; n += 1) {
        expect(await route()).toBe(true);
        await ends(0, 'delivered');
      }
    }
    await switchTo('on');
    expect(await route()).toBe(false);
  }, 60_000);

  it('counts leads in progress when it is switched on, and has a free slot when one of them is refused', async () => {
    const { switchTo, route, ends } = await limitedCampaign(3, 'campaign');
    await switchTo('removed');
    expect([await route(), await route()]).toEqual([true, true]);
    await switchTo('on');
    expect([await route(), await route()]).toEqual([true, false]);
    await ends(0, 'rejected');
    await audit();
    expect([await route(), await route()]).toEqual([true, false]);
    // A lead that was counted in progress is not counted twice when it is placed.
    for (let n = 0; n < 3; n += 1) await ends(0, 'delivered');
    await audit();
    expect(await route()).toBe(false);
  }, 60_000);

  it.each(['campaign', 'client'] as const)(
    'of a %s is neither exceeded nor underused, for any sequence of switches, restarts and audits',
    async (of) => {
      const property = fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { minLength: 5, maxLength: 30 }),
        async (cap, steps) => {
          const { switchTo, route, ends, used } = await limitedCampaign(cap, of);
          let limit: Limit = 'removed';
          await switchTo(limit);
          for (const each of steps) {
            if (each.do === 'switch') await switchTo((limit = each.to));
            if (each.do === 'restart') await restart();
            if (each.do === 'audit') await audit();
            if (each.do === 'end') await ends(each.which, each.how);
            if (each.do !== 'route') continue;
            const before = used();
            let sent = await route();
            if (limit !== 'on') {
              expect(sent).toBe(true);
              continue;
            }
            // A reservation that awaits the audit may occupy a slot for a while, but no longer.
            if (!sent && before < cap) {
              await audit();
              sent = await route();
            }
            expect(sent).toBe(before < cap);
          }
        },
      );
      await fc.assert(property, { numRuns: 12 });
    },
    240_000,
  );
});

describe('a repost of a lead with unknown outcome', () => {
  /** The last slot is kept for a lead of unknown outcome, which is then reposted. */
  async function sentAgain() {
    const limited = await limitedCampaign(1, 'campaign');
    await limited.switchTo('on');
    expect(await limited.route()).toBe(true);
    const [first] = limited.inProgress;
    if (!first) throw new Error('nothing was routed');
    await limited.ends(0, 'unknown');
    const mine = core.stores.forTenant(tenantId);
    const again: SubmissionRecord = aSubmission({
      submissionId: newId('submission'),
      leadId: first.leadId,
      campaignId: first.campaignId,
      first: false,
      predecessorId: first.submissionId,
      kind: 'repost',
      acceptedAt: now(core),
    });
    await core.stores.accept({ submission: again });
    await mine.leads.addSubmission(first.leadId, 0, again.submissionId, { status: 'pending' });
    await mine.journal.record(again, 'qualification', 0, { kind: 'qualified', trace }, now(core));
    expect(await limited.tryToRoute(again, true)).toBe('routed');
    return { ...limited, first, again, mine };
  }

  it('needs no second slot, and counts once when it is placed', async () => {
    const { first, ends, route, mine } = await sentAgain();
    expect(await resolveOutcome(core, tenantId, first.submissionId, 'has_it')).toMatchObject({
      kind: 'newer_in_progress',
    });
    await ends(0, 'delivered');
    await audit();
    expect(await mine.submissions.find(first.submissionId)).toMatchObject({ status: 'superseded' });
    expect((await mine.leads.find(first.leadId))?.status).toBe('delivered');
    expect(await route()).toBe(false);
    expect(await resolveOutcome(core, tenantId, first.submissionId, 'has_it')).toMatchObject({
      kind: 'already_resolved',
    });
  }, 60_000);

  it('that is refused keeps the slot of the first submission until its outcome is resolved', async () => {
    const { first, ends, route, mine } = await sentAgain();
    await ends(0, 'rejected');
    await audit();
    expect(await route()).toBe(false);
    await resolveOutcome(core, tenantId, first.submissionId, 'has_it');
    expect((await mine.leads.find(first.leadId))?.status).toBe('delivered');
    expect(await route()).toBe(false);
  }, 60_000);
});
