/**
 * Routing: decides where a qualified submission goes, and reserves its slots under the name of that decision.
 * The decision asks; this stage answers from the catalog and the counters.
 */
import {
  routingQueue,
  slotName,
  type Held,
  type RoutingDecision,
  type StagePayload,
} from '@sluice/contracts';
import { converse, route } from '@sluice/domain';
import {
  arrive,
  depart,
  giveBackSlots,
  hold,
  leadFacts,
  nothingLeft,
  now,
  reachableCampaigns,
  routingAnswers,
  type Core,
  type Visit,
} from '@sluice/pipeline';
import { defineStage, failpoint, type StageOutcome, type StageRun } from '@sluice/runtime';
import { createTurns } from './in-turn.js';

export const routingStage = defineStage<StagePayload, Core>({
  queue: routingQueue,

  async run(payload, core, run) {
    const deciding = () => decideOn(payload, core, run);
    // Released leads come in the order of their age, and the oldest takes the first slot that is free.
    const decided = await (payload.generation > 0 ? releases(payload.tenantId, deciding) : deciding());
    return decided ? leave(core, decided) : nothingLeft;
  },
});

const releases = createTurns();

/** A visit with the decision that is about to stand, and the slots that were reserved for it. */
interface Decided {
  readonly visit: Visit<'routing'>;
  readonly decision: RoutingDecision;
  readonly reserved: ReadonlySet<string>;
}

async function decideOn(payload: StagePayload, core: Core, run: StageRun): Promise<Decided | undefined> {
  const visit = await arrive(core, 'routing', payload, run);
  if (!visit) return undefined;
  const reserved = new Set<string>();
  const decision = visit.standing ?? (await decide(core, visit, reserved));
  failpoint('after-reservation-before-decision', visit.submission);
  return { visit, decision, reserved };
}

async function leave(core: Core, { visit, decision, reserved }: Decided): Promise<StageOutcome> {
  // With slots in hand the hold is put on record, because only a standing decision says which of them are unused.
  if (decision.kind === 'held' && visit.generation > 0 && !visit.standing && reserved.size === 0)
    return stillHeld(core, visit, decision);
  const outcome = await depart(core, visit, decision);
  await giveBackUnused(core, visit, reserved, outcome.fields?.['stoodAlready'] ? undefined : decision);
  return outcome;
}

// Another worker with the same job may have decided first, and to use other slots than we reserved for both of us.
async function giveBackUnused(
  core: Core,
  { submission: { tenantId, submissionId }, stores, generation }: Visit<'routing'>,
  reserved: ReadonlySet<string>,
  ours: RoutingDecision | undefined,
): Promise<void> {
  if (reserved.size === 0) return;
  const standing = ours ?? (await stores.journal.standing(submissionId, 'routing', generation));
  const used = standing?.kind === 'routed' ? standing.slots : [];
  const unused = [...reserved].filter((counter) => !used.includes(counter));
  if (unused.length > 0) await giveBackSlots(core, tenantId, slotName(submissionId, generation), unused);
}

async function decide(
  core: Core,
  { submission, stores, generation }: Visit<'routing'>,
  reserved: Set<string>,
): Promise<RoutingDecision> {
  const [campaign, tenant, retryTo] = await Promise.all([
    stores.campaigns.recent(submission.campaignId),
    core.stores.tenants.recent(submission.tenantId),
    submission.retryOf === undefined
      ? undefined
      : earlierRoute(core, submission.tenantId, submission.retryOf),
  ]);
  const conversation = route({
    facts: await leadFacts(core, submission, await reachableCampaigns(stores, campaign)),
    campaignId: submission.campaignId,
    generation,
    tenantTimezone: tenant?.settings.timezone ?? 'UTC',
    ...(retryTo !== undefined && { retryTo }),
    now: now(core),
  });
  const name = slotName(submission.submissionId, generation);
  return converse(
    conversation,
    routingAnswers(stores, async (asks) => {
      const grant = await stores.slots.reserve(name, asks);
      const held = grant.granted ? asks.map(({ counter }) => counter) : grant.held;
      for (const counter of held) reserved.add(counter);
      return grant;
    }),
  );
}

async function earlierRoute(core: Core, tenantId: string, submissionId: string): Promise<string | undefined> {
  const history = await core.stores.forTenant(tenantId).journal.history(submissionId);
  const routed = history.findLast(({ decision }) => decision.kind === 'routed')?.decision;
  return routed?.kind === 'routed' ? routed.campaignId : undefined;
}

// Looked at again and held again: only the instant moves on, so that a lead held for weeks does not fill the journal.
async function stillHeld(core: Core, { submission }: Visit<'routing'>, held: Held): Promise<StageOutcome> {
  await hold(core, submission, held);
  return { outcome: 'still_held', fields: { leadId: submission.leadId, reason: held.reason } };
}
