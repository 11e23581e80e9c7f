/** Qualification: decides whether a submission may be routed, once its lead's earlier submissions are out of the way. */
import { qualificationQueue, type QualificationDecision, type StagePayload } from '@sluice/contracts';
import { qualify } from '@sluice/domain';
import {
  arrive,
  claimFreeValues,
  claimValues,
  depart,
  leadFacts,
  nothingLeft,
  now,
  turnOf,
  type Core,
  type Visit,
} from '@sluice/pipeline';
import { defineStage, jobBudgetMs, ownTurn, type StageOutcome } from '@sluice/runtime';

/** How soon a submission looks again whether what it waits for is over: soon at first, then ever more seldom. */
const LOOK_AGAIN_MS = { least: 200, most: 2_000, shareOfAge: 1 / 4 };
/** A submission that its lead does not list by then never will be: its request gave up in between. */
const LISTED_WITHIN_MS = 15_000;

export const qualificationStage = defineStage<StagePayload, Core>({
  queue: qualificationQueue,
  budgetMs: jobBudgetMs(0),

  async run(payload, core, run) {
    const visit = await arrive(core, 'qualification', payload, run);
    if (!visit) return nothingLeft;
    if (visit.standing) return depart(core, visit, visit.standing);
    const turn = await turnOf(core, visit.submission);
    if (turn === 'not_listed') return waitOrVoid(core, visit);
    if (turn === 'waits') return waitFor(core, visit, 'waits_for_predecessor');
    const begun = await asListed(visit);
    return begun.submission.retryOf === undefined ? decide(core, begun) : repeat(core, begun);
  },
});

// What a further submission brings may have been merged anew until its lead listed it, and is read after that.
async function asListed(visit: Visit<'qualification'>): Promise<Visit<'qualification'>> {
  const { submission, stores } = visit;
  if (submission.first) return visit;
  return { ...visit, submission: (await stores.submissions.find(submission.submissionId)) ?? submission };
}

async function decide(core: Core, visit: Visit<'qualification'>): Promise<StageOutcome> {
  const { submission, stores } = visit;
  const subject = await subjectOf(visit);
  const { campaign } = subject;
  const facts = await leadFacts(core, submission, [campaign]);

  const claimed = await claimValues(core, subject, stores.duplicateClaims);
  if (claimed.kind === 'undecided') return waitFor(core, visit, 'waits_for_duplicate');
  const fieldLibrary = await stores.fieldLibrary.allRecent();
  await ownTurn();
  const decision = qualify({
    facts,
    campaign,
    fieldLibrary,
    dedupe: claimed.dedupe,
    first: submission.first,
  });
  return depart(core, visit, withClaims(decision, claimed.claims));
}

// A repost without changes: the lead has qualified before.
async function repeat(core: Core, visit: Visit<'qualification'>): Promise<StageOutcome> {
  const claims = await claimFreeValues(core, await subjectOf(visit), visit.stores.duplicateClaims);
  const trace = [
    { looked: 'repost', verdict: 'skipped', because: 'an earlier delivery is tried again' },
  ] as const;
  return depart(core, visit, withClaims({ kind: 'qualified', trace }, claims));
}

async function subjectOf({ submission, stores }: Visit<'qualification'>) {
  const campaign = await stores.campaigns.recent(submission.campaignId);
  const client = campaign && (await stores.clients.recent(campaign.clientId));
  return { submission, campaign, client };
}

function withClaims(decision: QualificationDecision, claims: readonly string[]): QualificationDecision {
  return claims.length > 0 ? { ...decision, claims } : decision;
}

async function waitOrVoid(core: Core, visit: Visit<'qualification'>): Promise<StageOutcome> {
  const ageMs = now(core).getTime() - visit.submission.acceptedAt.getTime();
  if (ageMs < LISTED_WITHIN_MS) return waitFor(core, visit, 'waits_for_its_lead');
  const { leads } = visit.stores;
  const { leadId, submissionId } = visit.submission;
  // Its request may still be at it, or be asked again: from here on it can only fail, or it was faster.
  const refused = await leads.refuse(leadId, submissionId);
  if (!refused && (await leads.lists(leadId, submissionId)))
    return waitFor(core, visit, 'waits_for_its_lead');
  return depart(core, visit, {
    kind: 'void',
    trace: [{ looked: 'lead', verdict: 'failed', because: 'not listed' }],
  });
}

async function waitFor(
  core: Core,
  { submission, stores }: Visit<'qualification'>,
  outcome: string,
): Promise<StageOutcome> {
  const at = now(core).getTime();
  const { least, most, shareOfAge } = LOOK_AGAIN_MS;
  const ageMs = at - submission.acceptedAt.getTime();
  const againAt = new Date(at + Math.min(Math.max(least, ageMs * shareOfAge), most));
  await stores.submissions.postpone(
    submission.submissionId,
    new Date(at + core.stores.sweepTiming.firstLookMs),
    againAt,
  );
  return { outcome, againAt };
}
