/** Qualification: decides whether a submission may be routed, once the earlier submissions of its lead have ended. */
import { qualificationQueue, type StagePayload } from '@sluice/contracts';
import { qualify, suppressionTrace } from '@sluice/domain';
import {
  loadSubmission,
  claimFreeValues,
  conclude,
  leadFacts,
  nextLook,
  nothingLeft,
  now,
  restOfChecks,
  suppressionOf,
  turnOf,
  type Core,
  type LoadedSubmission,
  type StoresFor,
  type SuppressionDeps,
} from '@sluice/pipeline';
import { ownTurn } from '@sluice/concurrency';
import { defineStage, jobBudgetMs, type StageOutcome, type StageRun } from '@sluice/queue';
import { claimAndConclude, withClaims } from './claim-and-conclude.js';
import { readCheck } from './read-check.js';

/** The dependencies of the qualification stage. */
export type QualificationDeps = Core & SuppressionDeps;

/** A submission that its lead does not list by then never will be listed: its request stopped in between. */
const LISTED_WITHIN_MS = 15_000;

export const qualificationStage = defineStage<StagePayload, QualificationDeps>({
  queue: qualificationQueue,
  budgetMs: jobBudgetMs(0),

  async run(payload, core, run) {
    const loaded = await loadSubmission(core, 'qualification', payload, run);
    if (!loaded) return nothingLeft;
    if (loaded.recorded) return (await conclude(core, loaded, loaded.recorded)).outcome;
    if (loaded.generation > 0) return readCheck(core, loaded);
    const turn = await turnOf(core, loaded.submission);
    if (turn === 'not_listed') return waitOrVoid(core, loaded);
    if (turn === 'waits') return waitFor(core, loaded, 'waits_for_predecessor');
    if (turn === 'on_hold') return waitForRelease(core, loaded);
    const begun = await asListed(loaded);
    return begun.submission.retryOf === undefined ? decide(core, begun, run) : repeat(core, begun);
  },
});

// Data of a further submission may have been merged anew until its lead listed it, so it is read after that.
async function asListed(
  loaded: LoadedSubmission<'qualification'>,
): Promise<LoadedSubmission<'qualification'>> {
  const { submission, stores } = loaded;
  if (submission.first) return loaded;
  return { ...loaded, submission: (await stores.submissions.find(submission.submissionId)) ?? submission };
}

async function decide(
  core: QualificationDeps,
  loaded: LoadedSubmission<'qualification'>,
  run: StageRun,
): Promise<StageOutcome> {
  const { submission, stores } = loaded;
  const subject = await subjectOf(loaded);
  const { campaign } = subject;
  const facts = await leadFacts(core, submission, [campaign]);

  const fieldLibrary = await stores.fieldLibrary.allCached();
  const rest = await restOfChecks(core, submission, campaign, facts);
  const suppression = await suppressionOf(core, submission, 'tenant');
  // Whoever is listed claims nothing.
  const claiming = suppression?.kind === 'listed' ? { ...subject, campaign: undefined } : subject;
  const outcome = await claimAndConclude(core, loaded, run, claiming, async (dedupe) => {
    await ownTurn();
    return qualify({ ...rest, campaign, fieldLibrary, dedupe, suppression });
  });
  return outcome ?? waitFor(core, loaded, 'waits_for_duplicate');
}

// A repost without changes is not qualified again: the lead has qualified before. It may have been listed since.
async function repeat(
  core: QualificationDeps,
  loaded: LoadedSubmission<'qualification'>,
): Promise<StageOutcome> {
  const suppression = await suppressionOf(core, loaded.submission, 'tenant');
  const listed = suppression ? [suppressionTrace(suppression)] : [];
  if (suppression?.kind === 'listed') {
    const decision = { kind: 'disqualified', reason: 'suppressed', trace: listed } as const;
    return (await conclude(core, loaded, decision)).outcome;
  }
  const claims = await claimFreeValues(core, await subjectOf(loaded), loaded.stores.duplicateClaims);
  const trace = [
    ...listed,
    { looked: 'repost', verdict: 'skipped', because: 'an earlier delivery is tried again' },
  ] as const;
  return (await conclude(core, loaded, withClaims({ kind: 'qualified', trace }, claims))).outcome;
}

async function subjectOf({ submission, stores }: LoadedSubmission<'qualification'>) {
  const campaign = await stores.campaigns.cached(submission.campaignId);
  const client = campaign && (await stores.clients.cached(campaign.clientId));
  return { submission, campaign, client };
}

async function waitOrVoid(core: Core, loaded: LoadedSubmission<'qualification'>): Promise<StageOutcome> {
  const ageMs = now(core).getTime() - loaded.submission.acceptedAt.getTime();
  if (ageMs < LISTED_WITHIN_MS) return waitFor(core, loaded, 'waits_for_its_lead');
  const { leads } = loaded.stores;
  const { leadId, submissionId } = loaded.submission;
  // The request may still be running or be repeated. After `refuse` it can only fail, unless it was listed first.
  const refused = await leads.refuse(leadId, submissionId);
  if (!refused && (await leads.lists(leadId, submissionId)))
    return waitFor(core, loaded, 'waits_for_its_lead');
  const trace = [{ looked: 'lead', verdict: 'failed', because: 'not listed' }] as const;
  return (await conclude(core, loaded, { kind: 'void', trace })).outcome;
}

// Until its predecessor is released there is nothing to check for.
async function waitForRelease(
  { stores }: StoresFor<'workOnHold'>,
  { submission: { tenantId, submissionId: id } }: LoadedSubmission<'qualification'>,
): Promise<StageOutcome> {
  await stores.workOnHold.put({ scope: 'submissions', tenantId, id });
  return { outcome: 'on_hold' };
}

async function waitFor(
  core: StoresFor<'clock' | 'sweepTiming'>,
  { submission, stores }: LoadedSubmission<'qualification'>,
  outcome: string,
): Promise<StageOutcome> {
  const at = now(core);
  const againAt = nextLook(submission.acceptedAt, at);
  await stores.submissions.postpone(
    submission.submissionId,
    new Date(at.getTime() + core.stores.sweepTiming.firstLookMs),
    againAt,
  );
  return { outcome, againAt };
}
