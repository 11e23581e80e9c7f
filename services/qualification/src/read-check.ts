/** The generation of a qualification that reads the answer of a check, which an earlier generation asked for. */
import { LOOKUP_PREFIX, type AskingLookup, type Effect } from '@sluice/contracts';
import { checkId, checkOutcome, lookupOutcome, qualifyAfterCheck, qualifyAfterLookup } from '@sluice/domain';
import {
  callToPlace,
  conclude,
  leadFacts,
  lookupsToMake,
  modelToAsk,
  nothingLeft,
  type Core,
  type LoadedSubmission,
} from '@sluice/pipeline';
import type { StageOutcome } from '@sluice/queue';

/** Decides by the answer. The checks before it stand as they were decided, and so do the duplicate claims. */
export async function readCheck(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
): Promise<StageOutcome> {
  const { submission, stores, generation } = loaded;
  const { submissionId, campaignId, first } = submission;
  const asking = await stores.journal.find(submissionId, 'qualification', generation - 1);
  if (asking?.kind !== 'asking') return nothingLeft;
  const check = await stores.effects.find(checkId(submissionId, asking.check));
  if (asking.check !== 'llm') return readLookup(core, loaded, asking, check);
  const outcome = checkOutcome(check, asking);
  if (!outcome) return notAnsweredYet;
  const campaign = await stores.campaigns.cached(campaignId);
  const call = await callToPlace(core, submission, campaign);
  const decision = qualifyAfterCheck({ asking, outcome, campaign, campaignId, first, call });
  return (await conclude(core, loaded, decision)).outcome;
}

// Its worker enqueues this generation again.
const notAnsweredYet: StageOutcome = { outcome: 'not_answered_yet' };

async function readLookup(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  asking: AskingLookup,
  check: Effect | undefined,
): Promise<StageOutcome> {
  const { submission, stores } = loaded;
  const { campaignId, first } = submission;
  const outcome = lookupOutcome(check);
  if (!outcome) return notAnsweredYet;
  const lookupId = asking.check.slice(LOOKUP_PREFIX.length);
  const campaign = await stores.campaigns.cached(campaignId);
  const facts = await leadFacts(core, submission, [campaign]);
  const [found, lookups, model, call] = await Promise.all([
    stores.lookups.cached(lookupId),
    lookupsToMake(core, submission, campaign, facts),
    modelToAsk(core, submission, campaign),
    callToPlace(core, submission, campaign),
  ]);
  const decision = qualifyAfterLookup({
    ...{ asking, lookupId, outcome, campaign, campaignId },
    onError: found?.onError ?? 'hold',
    rest: { facts, lookups, model, call, first },
  });
  return (await conclude(core, loaded, decision)).outcome;
}
