/** Who reads the answer of a check: the qualification that asked it, or the delivery of the lead that was routed with it. */
import type { CheckName } from '@sluice/contracts';
import { stepOf } from '@sluice/domain';
import { deliveryLane, lastRouting, type NextStage } from '@sluice/pipeline';
import type { StoredSubmission } from '@sluice/store';
import type { WebhookDeps } from '../deps.js';

/**
 * The stage that waits for the check; `nobody` of one that holds up nothing, and undefined if none waits any more: a newer
 * submission of the lead has replaced this one, or the answer was read and other checks are made.
 */
export async function readerOf(
  { stores }: Pick<WebhookDeps, 'stores'>,
  submission: StoredSubmission,
  check: CheckName,
): Promise<Pick<NextStage, 'stage' | 'generation' | 'lane'> | 'nobody' | undefined> {
  const step = stepOf(check);
  if (step === 'retain' || step === 'early') return 'nobody';
  const { tenantId, submissionId } = submission;
  const { journal } = stores.forTenant(tenantId);
  const { generation, decision, asked } = await journal.qualification(submissionId);
  if (!decision)
    return asked === undefined || asked === check ? { stage: 'qualification', generation } : undefined;
  const routing = await lastRouting({ journal }, submissionId);
  const consent = routing?.routed.consent;
  if (!routing || consent?.kind !== 'ask' || consent.check !== check) return undefined;
  if (await journal.find(submissionId, 'delivery', routing.generation)) return undefined;
  const lane = await deliveryLane(stores, submission, routing.routed);
  return { stage: 'delivery', generation: routing.generation, lane };
}
