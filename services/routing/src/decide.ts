/**
 * The decision of routing: the domain's `route` decides by what this answers from the configuration and the counts. It is
 * decided as if there were room, and the lead's name is opened in the counts together with recording the decision. A
 * count without room refuses that, and the lead is decided again with the refusal as a fact.
 */
import { countsOfRouted, slotName, type AskedBuyer, type RoutingDecision } from '@sluice/contracts';
import { isRetainedEarly, route, type Count, type LeadFacts } from '@sluice/domain';
import {
  alongRepeats,
  consentOfRouted,
  lastRouting,
  leadFacts,
  listsOf,
  lookupAnswersOf,
  lookAtClient,
  now,
  reachableCampaigns,
  routingAnswers,
  suppressionOf,
  turnNow,
  unknownBefore,
  type ClientLook,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import { ownTurn } from '@sluice/concurrency';
import type { RoutingDeps } from './deps.js';
import type { TurnTaken } from './group-turns.js';

/** A decision, and the counts in which the lead has to be open for it to hold. */
export interface Decision {
  readonly decision: RoutingDecision;
  readonly counts: readonly Count[];
  /** The counts in which the lead is open from an earlier run, as far as they were looked at. */
  readonly open: ReadonlySet<string>;
  /** When it was made; it counts in this instant's periods. */
  readonly at: Date;
  /** Whether it was held before, and is released. */
  readonly isReleased: boolean;
  /** The turn that it takes in a group, to be settled once. */
  readonly turn?: TurnTaken;
  /** What the client of its campaign claims. */
  readonly ofClient?: ClientLook;
  /** Claims that were taken over while looking. */
  readonly takenOver: readonly string[];
  /** Set if another lead may just be taking one of the claims: nothing is decided yet. */
  readonly isUndecided: boolean;
  /** Open names of earlier submissions that stand for this lead at the same campaign, and are not in its way. */
  readonly except: readonly string[];
}

/** What deciding uses of the core. */
export type DecideDeps = StoresFor<'clock' | 'forTenant' | 'tenants'> &
  Pick<RoutingDeps, 'encryptionKeys' | 'turns'>;

/**
 * Decides about a loaded submission; `full` are the limits that refused it before, by name, and `waitedFor` is the campaign
 * that it waited for because so many leads were on their way there.
 */
export async function decide(
  core: DecideDeps,
  { submission, stores, generation }: LoadedSubmission<'routing'>,
  full: ReadonlySet<string>,
  waitedFor?: string,
): Promise<Decision> {
  const { tenantId, retryOf, submissionId, deliveryInfo } = submission;
  const receivedAt = await firstAcceptedAt(submission, stores);
  const campaign = await stores.campaigns.cached(submission.campaignId);
  const tenant = await core.stores.tenants.cached(tenantId);
  // A repetition goes where it went before; one that was never routed repeats the one before it.
  const lastAsked = () => alongRepeats(stores, submission, (of) => lastRouting(stores, of));
  const retryTo = retryOf === undefined ? undefined : (await lastAsked())?.routed.campaignId;
  const { asked, isReleased } = await before(stores, submissionId, generation);
  const reachable = await reachableCampaigns(stores, campaign);
  const lookups = await lookupAnswersOf(core, submission, reachable);
  const facts = { ...(await leadFacts(core, submission, reachable)), ...(lookups && { lookups }) };
  const hasLists = (await listsOf(core, tenantId)).some(({ scope }) => scope === 'client');
  await ownTurn();
  const at = now(core);
  const name = slotName(submissionId, generation);
  const earlier = await openNamesOfTheSameLead(submission, stores);
  const ofSameLead = (campaignId: string) =>
    earlier.flatMap((one) => (one.campaignId === campaignId ? [one.name] : []));
  const open = new Set<string>();
  const fullIn = async (counts: readonly Count[], campaignId: string) => {
    const seen = await stores.counts.look(name, counts, ofSameLead(campaignId));
    for (const count of seen.openIn) open.add(count);
    return seen.full;
  };
  const refused = (counts: readonly Count[]) =>
    counts.flatMap(({ limits }) => limits.map((limit) => limit.name)).filter((limit) => full.has(limit));
  let wanted: Pick<Decision, 'counts' | 'except'> = { counts: [], except: [] };
  const looks = new Map<string, ClientLook>();
  let turn: TurnTaken | undefined;
  const giveBack = (found?: { readonly isAway: boolean }) => {
    turn?.giveBack(found);
    turn = undefined;
  };
  const answers = routingAnswers(stores, at, {
    turn: async (members, apart) => {
      if (apart) return turnNow(stores, members);
      const next = await core.turns.take(stores, members);
      turn = next.taken;
      return next.turn;
    },
    giveBack: async ({ name: count }, isAway) => {
      if (turn?.count === count) giveBack({ isAway });
    },
    suppressedFor: hasLists
      ? async ({ clientId }) => suppressionOf(core, submission, { clientId })
      : undefined,
    duplicateFor: async (candidate, client) => {
      const look = await lookAtClient(core, { submission, campaign: candidate, client }, true);
      looks.set(candidate.campaignId, look);
      return look.outcome.kind === 'undecided' ? { kind: 'unique' } : look.outcome;
    },
    reserve: async (counts, campaignId) => {
      const known = refused(counts);
      // A released lead looks first: one that stays held leaves no trace, however often it is released. Where a member
      // of a group had no room, most leads find none.
      const looks = known.length === 0 && (isReleased || turn?.isAway);
      const limits = looks ? await fullIn(counts, campaignId) : known;
      if (limits.length === 0) wanted = { counts, except: ofSameLead(campaignId) };
      return limits;
    },
    peek: async (counts, campaignId) => [
      ...new Set([...(await fullIn(counts, campaignId)), ...refused(counts)]),
    ],
  });
  try {
    const chosen = await route(
      {
        facts,
        campaignId: submission.campaignId,
        generation,
        tenantTimezone: tenant?.settings.timezone ?? 'UTC',
        asked,
        retryTo,
        hasOwnDestination: deliveryInfo !== undefined,
        receivedAt,
        waitedFor,
        now: at,
      },
      answers,
    );
    const decision = await withConsent(core, submission, chosen, { facts, receivedAt });
    const all = [...looks.values()];
    const ofClient = decision.kind === 'routed' ? looks.get(decision.campaignId) : undefined;
    return {
      ...{ decision, at, open, isReleased, ...wanted, turn },
      ...(ofClient && ofClient.claims.length > 0 && { ofClient }),
      takenOver: all.flatMap((look) => look.takenOver),
      isUndecided: all.some(({ outcome }) => outcome.kind === 'undecided'),
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

// What its campaign asks of the lead's certificate before its buyer gets the lead, or while the lead is held for long.
async function withConsent(
  core: DecideDeps,
  submission: LoadedSubmission<'routing'>['submission'],
  decision: RoutingDecision,
  { facts, receivedAt }: { readonly facts: LeadFacts; readonly receivedAt: Date },
): Promise<RoutingDecision> {
  if (decision.kind !== 'routed' && decision.kind !== 'held') return decision;
  if (decision.kind === 'held' && !isRetainedEarly(receivedAt, decision.until)) return decision;
  const campaign = await core.stores.forTenant(submission.tenantId).campaigns.cached(decision.campaignId);
  const consent = await consentOfRouted(core, submission, campaign, facts, decision.kind);
  return consent ? { ...decision, consent } : decision;
}

// When the lead came in: with its first submission.
async function firstAcceptedAt(
  { first, leadId, submissionId, acceptedAt }: LoadedSubmission<'routing'>['submission'],
  { leads, submissions }: LoadedSubmission<'routing'>['stores'],
): Promise<Date> {
  if (first) return acceptedAt;
  const [earliest] = (await leads.before(leadId, submissionId)) ?? [];
  const found = earliest === undefined ? undefined : await submissions.find(earliest);
  return found?.acceptedAt ?? acceptedAt;
}

// What stands of the generation before: a hold, or a buyer's no.
async function before(
  { journal }: LoadedSubmission<'routing'>['stores'],
  submissionId: string,
  generation: number,
): Promise<{ readonly asked: readonly AskedBuyer[]; readonly isReleased: boolean }> {
  if (generation === 0) return { asked: [], isReleased: false };
  const answered = await journal.find(submissionId, 'delivery', generation - 1);
  if (answered?.kind === 'passed_on') return { asked: answered.asked, isReleased: false };
  const held = await journal.find(submissionId, 'routing', generation - 1);
  return { asked: (held?.kind === 'held' && held.asked) || [], isReleased: true };
}

// An earlier submission of unknown outcome may be open for this same lead, and must not stand in its way to the same
// campaign, where a placement replaces it. At another campaign both may count in the end.
async function openNamesOfTheSameLead(
  { first, leadId, submissionId }: LoadedSubmission<'routing'>['submission'],
  stores: LoadedSubmission<'routing'>['stores'],
): Promise<readonly { readonly name: string; readonly campaignId: string }[]> {
  if (first) return [];
  const unknown = await unknownBefore(stores, leadId, submissionId);
  const routings = await Promise.all(unknown.map((one) => lastRouting(stores, one.submissionId)));
  const names = routings.flatMap((routing, index) => {
    if (!routing) return [];
    const name = slotName(unknown[index]?.submissionId ?? '', routing.generation);
    return [{ name, routed: routing.routed }];
  });
  await Promise.all(names.map(({ name, routed }) => stores.counts.bringBack(name, countsOfRouted(routed))));
  return names.map(({ name, routed: { campaignId } }) => ({ name, campaignId }));
}
