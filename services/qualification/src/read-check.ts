/** The generation of a qualification that reads the answer of a check, which an earlier generation asked for. */
import { LOOKUP_PREFIX, type AskingConsent, type AskingLookup, type Effect } from '@sluice/contracts';
import {
  checkId,
  checkOutcome,
  consentOutcome,
  lookupOutcome,
  qualifyAfterCheck,
  qualifyAfterConsent,
  qualifyAfterLookup,
} from '@sluice/domain';
import {
  callToPlace,
  conclude,
  consentToCheck,
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
  if (asking.check !== 'llm') return readVendor(core, loaded, asking, check);
  const outcome = checkOutcome(check, asking);
  if (!outcome) return notAnsweredYet;
  const campaign = await stores.campaigns.cached(campaignId);
  const call = await callToPlace(core, submission, campaign);
  const decision = qualifyAfterCheck({ asking, outcome, campaign, campaignId, first, call });
  return (await conclude(core, loaded, decision)).outcome;
}

// Its worker enqueues this generation again.
const notAnsweredYet: StageOutcome = { outcome: 'not_answered_yet' };

async function readVendor(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  asking: AskingLookup | AskingConsent,
  check: Effect | undefined,
): Promise<StageOutcome> {
  const { submission, stores } = loaded;
  const { campaignId, first } = submission;
  const isLookup = asking.check.startsWith(LOOKUP_PREFIX);
  const looked = isLookup ? lookupOutcome(check) : undefined;
  const consented = isLookup ? undefined : consentOutcome(check);
  if (!looked && !consented) return notAnsweredYet;
  const campaign = await stores.campaigns.cached(campaignId);
  const facts = await leadFacts(core, submission, [campaign]);
  const [consent, lookups, model, call] = await Promise.all([
    consentToCheck(core, submission, campaign, facts),
    lookupsToMake(core, submission, campaign, facts),
    modelToAsk(core, submission, campaign),
    callToPlace(core, submission, campaign),
  ]);
  const rest = { facts, consent, lookups, model, call, first };
  const input = { asking, campaign, campaignId, rest };
  if (consented)
    return (await conclude(core, loaded, qualifyAfterConsent({ ...input, outcome: consented }))).outcome;
  const lookupId = asking.check.slice(LOOKUP_PREFIX.length);
  const { onError = 'hold' } = (await stores.lookups.cached(lookupId)) ?? {};
  const decision = looked && qualifyAfterLookup({ ...input, lookupId, outcome: looked, onError });
  return decision ? (await conclude(core, loaded, decision)).outcome : notAnsweredYet;
}
