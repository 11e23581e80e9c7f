/** What a qualification still depends on once all that costs nothing has let the lead through. */
import type { Campaign, SubmissionRecord } from '@sluice/contracts';
import type { LeadFacts, RestOfChecks } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import { callToPlace } from './call-to-place.js';
import { consentToCheck } from './consent-to-check.js';
import { lookupsToMake } from './lookups-to-make.js';
import { modelToAsk } from './model-to-ask.js';

/** Whom the campaign asks about the lead, as it is configured now; what it does not ask is not read. */
export async function restOfChecks(
  core: StoresFor<'forTenant' | 'secrets'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
  facts: LeadFacts,
): Promise<RestOfChecks> {
  return {
    facts,
    first: submission.first,
    consent: await consentToCheck(core, submission, campaign, facts),
    lookups: await lookupsToMake(core, submission, campaign, facts),
    model: await modelToAsk(core, submission, campaign),
    call: await callToPlace(core, submission, campaign),
  };
}
