/** The generation of a qualification that reads the answer of a check, which an earlier generation asked for. */
import { checkId, lookupOfCheck, qualifyAfter } from '@sluice/domain';
import {
  conclude,
  leadFacts,
  nothingLeft,
  restOfChecks,
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
  const { submissionId, campaignId } = submission;
  const asking = await stores.journal.find(submissionId, 'qualification', generation - 1);
  if (asking?.kind !== 'asking') return nothingLeft;
  const check = await stores.effects.find(checkId(submissionId, asking.check));
  const campaign = await stores.campaigns.cached(campaignId);
  const facts = await leadFacts(core, submission, [campaign]);
  const lookupId = lookupOfCheck(asking);
  const rest = await restOfChecks(core, submission, campaign, facts);
  const lookup = lookupId === undefined ? undefined : await stores.lookups.cached(lookupId);
  const onError = lookup?.onError ?? 'hold';
  const decision = qualifyAfter(asking, check, { campaign, campaignId, rest, onError });
  return decision ? (await conclude(core, loaded, decision)).outcome : notAnsweredYet;
}

// Its worker enqueues this generation again.
const notAnsweredYet: StageOutcome = { outcome: 'not_answered_yet' };
