/** The decision about a submission whose campaign no longer exists. */
import type { QualificationDecision, Trace, TraceEntry } from '@sluice/contracts';

/** An error; `before` is what was traced until then. */
export function withoutCampaign(campaignId: string, before: Trace): QualificationDecision {
  const missing: TraceEntry = {
    looked: 'campaign',
    at: campaignId,
    verdict: 'failed',
    because: 'campaign_not_found',
  };
  return { kind: 'error', reason: 'campaign_not_found', trace: [...before, missing] };
}
