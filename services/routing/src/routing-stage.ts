/**
 * Routing: decides where a qualified submission goes, and reserves its slots under the name of that decision. The
 * domain's `route` asks; this stage answers from the configuration and the counters.
 */
import {
  currentCounterNames,
  routingQueue,
  slotName,
  type Held,
  type RoutingDecision,
  type StagePayload,
} from '@sluice/contracts';
import { converse, route } from '@sluice/domain';
import {
  loadSubmission,
  recordDecision,
  releaseSlots,
  hold,
  leadFacts,
  nothingLeft,
  now,
  reachableCampaigns,
  lastRouting,
  routingAnswers,
  unknownBefore,
  releaseNextWaiting,
  type Core,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import {
  defineStage,
  failpoint,
  jobBudgetMs,
  ownTurn,
  type StageOutcome,
  type StageRun,
} from '@sluice/runtime';
import type { SlotAsk, SlotGrant } from '@sluice/store';
import { createTurns } from './in-turn.js';
import { yieldsToOlder } from './yield-to-older.js';

const NEXT_TURN_MS = 1_000;
/** A decision that takes longer than this no longer holds up the next released lead. */
const TURN_AT_MOST_MS = 10_000;

export const routingStage = defineStage<StagePayload, Core>({
  queue: routingQueue,
  budgetMs: jobBudgetMs(0),

  async run(payload, core, run) {
    const deciding = () => decideOn(payload, core, run);
    // Released leads are decided in order of their age, so that the oldest takes the first free slot.
    const decided = await (payload.generation > 0 ? releases(payload.tenantId, deciding) : deciding());
    return decided ? conclude(core, decided) : nothingLeft;
  },
});

const releases = createTurns(TURN_AT_MOST_MS);

/** No decision yet: other leads go first, or a counter has no room yet. This is not an error. */
interface Later {
  readonly kind: 'later';
  readonly because: 'waits_for_older' | 'waits_for_counter';
  readonly againAt: Date;
}

/** A loaded submission with the decision that is about to be recorded, and the slots reserved for it. */
interface Decided {
  readonly loaded: LoadedSubmission<'routing'>;
  readonly decision: RoutingDecision | Later;
  readonly reserved: ReadonlySet<string>;
}

/** What deciding uses of the core. */
type DecideDeps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

async function decideOn(
  payload: StagePayload,
  core: DecideDeps & Pick<Core, 'log'>,
  run: StageRun,
): Promise<Decided | undefined> {
  // Read ahead for every new lead that wants a slot, and used once the lead is loaded.
  if (payload.generation === 0)
    core.stores.forTenant(payload.tenantId).submissions.readReleasesAhead(now(core));
  const loaded = await loadSubmission(core, 'routing', payload, run);
  if (!loaded) return undefined;
  const reserved = new Set<string>();
  const decision = loaded.recorded ?? (await decide(core, loaded, reserved, run));
  if (decision.kind !== 'later') await endWait(core, loaded, decision);
  await failpoint('after-reservation-before-decision', loaded.submission);
  return { loaded, decision, reserved };
}

// If the released lead leaves a slot free, for whatever reason, the slot goes to the next lead that waits. This comes
// before the decision is recorded, because afterwards a worker that takes over cannot learn what the lead waited for.
async function endWait(
  core: DecideDeps,
  { generation, submission: { tenantId, submissionId, waitsFor }, stores }: LoadedSubmission<'routing'>,
  { kind }: RoutingDecision,
): Promise<void> {
  if (generation === 0 || !waitsFor) return;
  await releaseNextWaiting(core, tenantId, waitsFor);
  // A lead that has a slot no longer keeps other leads waiting.
  if (kind === 'routed') await stores.submissions.stopWaiting(submissionId, generation);
}

async function conclude(core: Core, decided: Decided): Promise<StageOutcome> {
  const { loaded, decision } = decided;
  if (decision.kind === 'later') return postpone(core, loaded, decision);
  return settle(core, { ...decided, decision });
}

// A held lead returns to its place behind all leads in progress, so that it does not take their turn.
async function postpone(
  core: StoresFor<'clock' | 'sweepTiming'>,
  { generation, submission, stores }: LoadedSubmission<'routing'>,
  { because: outcome, againAt }: Later,
): Promise<StageOutcome> {
  const { submissionId } = submission;
  if (generation > 0) {
    await stores.submissions.postpone(submissionId, againAt);
    return { outcome };
  }
  if (againAt.getTime() - now(core).getTime() > NEXT_TURN_MS) {
    await stores.submissions.postpone(
      submissionId,
      new Date(againAt.getTime() + core.stores.sweepTiming.lateByMs),
      againAt,
    );
  }
  return { outcome, againAt };
}

async function settle(
  core: Core,
  { loaded, decision, reserved }: Decided & { readonly decision: RoutingDecision },
): Promise<StageOutcome> {
  // If slots were reserved, the hold is recorded, because only a recorded decision shows which of them are unused.
  if (decision.kind === 'held' && loaded.generation > 0 && !loaded.recorded && reserved.size === 0)
    return stillHeld(core, loaded, decision);
  const { outcome, ours } = await recordDecision(core, loaded, decision);
  await releaseUnused(core, loaded, reserved, ours ? decision : undefined);
  return outcome;
}

// Another worker with the same job may have decided first, and may use other slots than those reserved here.
async function releaseUnused(
  core: StoresFor<'clock' | 'forTenant'>,
  { submission: { tenantId, submissionId }, stores, generation }: LoadedSubmission<'routing'>,
  reserved: ReadonlySet<string>,
  ours: RoutingDecision | undefined,
): Promise<void> {
  if (reserved.size === 0) return;
  const recorded = ours ?? (await stores.journal.find(submissionId, 'routing', generation));
  const used = recorded?.kind === 'routed' ? currentCounterNames(recorded.slots, recorded.campaignId) : [];
  const unused = [...reserved].filter((counter) => !used.includes(counter));
  if (unused.length > 0) await releaseSlots(core, tenantId, slotName(submissionId, generation), unused);
}

async function decide(
  core: DecideDeps,
  { submission, stores, generation }: LoadedSubmission<'routing'>,
  reserved: Set<string>,
  run: StageRun,
): Promise<RoutingDecision | Later> {
  const [campaign, tenant, retryTo] = await Promise.all([
    stores.campaigns.cached(submission.campaignId),
    core.stores.tenants.cached(submission.tenantId),
    submission.retryOf === undefined
      ? undefined
      : earlierCampaign(core, submission.tenantId, submission.retryOf),
  ]);
  const facts = await leadFacts(core, submission, await reachableCampaigns(stores, campaign));
  await ownTurn();
  const conversation = route({
    facts,
    campaignId: submission.campaignId,
    generation,
    tenantTimezone: tenant?.settings.timezone ?? 'UTC',
    ...(retryTo !== undefined && { retryTo }),
    now: now(core),
  });
  const { submissionId } = submission;
  const name = slotName(submissionId, generation);
  const earlier = await slotsOfTheSameLead(submission, stores);
  const sparedFor = (campaignId: string) =>
    earlier.flatMap((slot) => (slot.campaignId === campaignId ? [slot.name] : []));
  // An earlier run of this decision may have reserved slots before its worker died.
  const mayHoldSlots = !run.first || generation > 0 || earlier.length > 0;
  const peek = async (asks: readonly SlotAsk[], campaignId: string) => {
    if (!mayHoldSlots) return stores.slots.full(asks);
    const { full, held } = await stores.slots.fullFor(name, asks, sparedFor(campaignId));
    for (const counter of held) reserved.add(counter);
    return full;
  };
  let later: Later | undefined;
  const postponeUntil = (because: Later['because'], againAt: Date) =>
    (later ??= { kind: 'later', because, againAt });
  const decision = await converse(
    conversation,
    routingAnswers(
      stores,
      async (asks, campaignId) => {
        // Once the decision is postponed, nothing more is reserved, and the result of the conversation is dropped.
        const refused = { granted: false, full: campaignId } as const;
        if (!later && (await yieldsToOlder(core, submission, asks, campaignId)))
          postponeUntil('waits_for_older', new Date(now(core).getTime() + NEXT_TURN_MS));
        if (later) return refused;
        const grant = await stores.slots.reserve(name, asks, sparedFor(campaignId));
        for (const counter of heldBy(grant, asks)) reserved.add(counter);
        if (!grant.granted && 'askAgainAt' in grant) {
          postponeUntil('waits_for_counter', grant.askAgainAt);
          return refused;
        }
        return grant;
      },
      peek,
    ),
  );
  return later ?? decision;
}

// An earlier submission of unknown outcome may hold a slot for this same lead, and must not stand in its way to the same
// campaign, where a placement replaces it. At another campaign both may count in the end.
async function slotsOfTheSameLead(
  { first, leadId, submissionId }: LoadedSubmission<'routing'>['submission'],
  stores: LoadedSubmission<'routing'>['stores'],
): Promise<readonly { readonly name: string; readonly campaignId: string }[]> {
  if (first) return [];
  const unknown = await unknownBefore(stores, leadId, submissionId);
  const routings = await Promise.all(unknown.map((one) => lastRouting(stores, one.submissionId)));
  return routings.flatMap((routing, index) => {
    if (!routing) return [];
    const name = slotName(unknown[index]?.submissionId ?? '', routing.generation);
    return [{ name, campaignId: routing.routed.campaignId }];
  });
}

function heldBy(grant: SlotGrant, asks: readonly SlotAsk[]): readonly string[] {
  return grant.granted ? asks.map(({ counter }) => counter) : grant.held;
}

async function earlierCampaign(
  core: StoresFor<'forTenant'>,
  tenantId: string,
  submissionId: string,
): Promise<string | undefined> {
  const history = await core.stores.forTenant(tenantId).journal.history(submissionId);
  const routed = history.findLast(({ decision }) => decision.kind === 'routed')?.decision;
  return routed?.kind === 'routed' ? routed.campaignId : undefined;
}

// A lead that is held again only gets a new due time, so that a lead held for weeks does not fill the journal.
async function stillHeld(
  core: DecideDeps & Pick<Core, 'metrics'>,
  { submission, generation }: LoadedSubmission<'routing'>,
  held: Held,
): Promise<StageOutcome> {
  await hold(core, submission, generation, held);
  return { outcome: 'still_held', fields: { leadId: submission.leadId, reason: held.reason } };
}
