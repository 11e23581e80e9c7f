/** The generation of a qualification that reads the answer of a check, which an earlier generation asked for. */
import { checkId, checkOutcome, qualifyAfterCheck } from '@sluice/domain';
import { callToPlace, conclude, nothingLeft, type Core, type LoadedSubmission } from '@sluice/pipeline';
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
  const outcome = checkOutcome(await stores.effects.find(checkId(submissionId, asking.check)), asking);
  // Its worker enqueues this generation again.
  if (!outcome) return { outcome: 'not_answered_yet' };
  const campaign = await stores.campaigns.cached(campaignId);
  const call = await callToPlace(core, submission, campaign);
  const decision = qualifyAfterCheck({ asking, outcome, campaign, campaignId, first, call });
  return (await conclude(core, loaded, decision)).outcome;
}
