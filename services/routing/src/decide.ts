/**
 * The decision of routing: the domain's `route` asks, and this answers from the configuration and the counters. A lead
 * on its first run cannot hold slots yet. It is decided as if there were room for it, and its slots are reserved with
 * the decision; if there is no room, it is decided again with its slots reserved one by one.
 */
import { slotName, type RoutingDecision } from '@sluice/contracts';
import { converse, route } from '@sluice/domain';
import {
  lastRouting,
  leadFacts,
  now,
  reachableCampaigns,
  routingAnswers,
  unknownBefore,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import { ownTurn, type StageRun } from '@sluice/runtime';
import type { SlotAsk, SlotGrant } from '@sluice/store';
import { yieldsToOlder } from './yield-to-older.js';

export const NEXT_TURN_MS = 1_000;

/** No decision yet: other leads go first, or a counter has no room yet. This is not an error. */
export interface Later {
  readonly kind: 'later';
  readonly because: 'waits_for_older' | 'waits_for_counter';
  readonly againAt: Date;
}

/** What is about to be recorded. */
export interface Decision {
  readonly decision: RoutingDecision | Later;
  /** The counters in which the lead may hold a slot under the name of the decision. */
  readonly reserved: ReadonlySet<string>;
  /** The slots that the decision needs and that are not reserved yet. */
  readonly wanted: readonly SlotAsk[];
}

/** What deciding uses of the core. */
export type DecideDeps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

/**
 * Decides about a loaded submission. After an attempt to reserve slots with the decision, `held` are the counters in
 * which it left one, and slots are reserved first.
 */
export async function decide(
  core: DecideDeps,
  { submission, stores, generation }: LoadedSubmission<'routing'>,
  run: StageRun,
  held?: readonly string[],
): Promise<Decision> {
  const { tenantId, retryOf } = submission;
  const campaign = await stores.campaigns.cached(submission.campaignId);
  const tenant = await core.stores.tenants.cached(tenantId);
  const retryTo = retryOf === undefined ? undefined : await earlierCampaign(core, tenantId, retryOf);
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
  // Slots that another run of this decision reserved are found only by reserving or peeking under the name.
  const reservesFirst = !run.first || generation > 0 || !submission.first || held !== undefined;
  const reserved = new Set(held);
  let wanted: readonly SlotAsk[] = [];
  const earlier = await slotsOfTheSameLead(submission, stores);
  const sparedFor = (campaignId: string) =>
    earlier.flatMap((slot) => (slot.campaignId === campaignId ? [slot.name] : []));
  const peek = async (asks: readonly SlotAsk[], campaignId: string) => {
    if (!reservesFirst) return stores.slots.full(asks);
    const seen = await stores.slots.fullFor(name, asks, sparedFor(campaignId));
    for (const counter of seen.held) reserved.add(counter);
    return seen.full;
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
        if (!reservesFirst) {
          wanted = asks;
          return { granted: true };
        }
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
  return { decision: later ?? decision, reserved, wanted };
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
